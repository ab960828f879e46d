tj edit a1000000aa --title '07:15 coffee'
