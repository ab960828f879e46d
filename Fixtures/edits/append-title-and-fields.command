tj add thread 'Two.' --title 'A {#title}' -f mood=7 -f note='  spaced'
