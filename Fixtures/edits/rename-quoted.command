tj rename thread 'no'
