tj add thread 'Three.'
