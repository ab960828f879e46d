printf '%s\n' '## 2026-03-28 text' '\## 2026-03-28' '## 2026-02-30' | tj add thread -
