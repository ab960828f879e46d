tj edit a1000000aa 'Uno.'
