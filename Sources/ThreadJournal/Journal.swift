// A place for the first file of the module.
