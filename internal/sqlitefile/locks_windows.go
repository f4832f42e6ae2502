package sqlitefile

// withoutLocks is SQLite's name of a file system that locks nothing.
const withoutLocks = "win32-none"
