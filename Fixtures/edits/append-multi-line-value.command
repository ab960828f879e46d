tj add thread 'Two.' -f "$(printf 'note=a\n\n  b')"
