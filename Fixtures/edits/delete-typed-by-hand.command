tj delete thread@1
