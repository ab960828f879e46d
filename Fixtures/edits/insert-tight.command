tj add thread 'Two.' --at 2026-03-29T10:00:00Z
