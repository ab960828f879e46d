printf '%s\n' '- mood:: 7' '- mood:: 8' | tj add thread -
