printf '\n \n  indented  \n\n\nend \n\n' | tj add thread -
