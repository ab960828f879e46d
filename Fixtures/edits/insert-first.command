tj add thread 'Zero.' --at 2026-01-01T10:00:00-04:00
