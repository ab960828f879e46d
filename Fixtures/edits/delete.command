tj delete a1000000aa
