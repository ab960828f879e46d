tj add thread 'One.'
