printf 'Two.\nThree.\n' | tj add thread -
