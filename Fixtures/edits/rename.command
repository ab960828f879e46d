tj rename thread New
