tj edit thread@2 'Uno.'
