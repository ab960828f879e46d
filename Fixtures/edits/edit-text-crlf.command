printf 'Uno.\n\nDue.\n' | tj edit a1000000aa -
