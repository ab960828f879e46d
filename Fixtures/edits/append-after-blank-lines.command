tj add thread 'Two.'
