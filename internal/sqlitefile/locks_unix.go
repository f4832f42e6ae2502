//go:build unix

package sqlitefile

// withoutLocks is SQLite's name of a file system that locks nothing.
const withoutLocks = "unix-none"
