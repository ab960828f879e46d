tj tag a1000000aa note=c
