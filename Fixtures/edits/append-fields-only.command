tj add thread -f mood=7 ''
