tj restore a1000000aa
