printf 'a\r\nb' | tj add thread -
