printf '%s\n' '- mood\:: 7' | tj add thread -
