tj tag a1000000aa mood=
