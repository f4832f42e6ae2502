package library

import "time"

// Query chooses documents, pages or sites. The zero value chooses all of them, in the order in which they were found.
//
// Where is a condition on their columns, such as
//
//	genre = thesis and year >= 2001
//	type = pdf and size > 10MB
//	site = www.example.edu and not (words <= 500 or title contains "table of contents")
//	cause != null
//
// A condition is a column, an operator (= != < <= > >= ~ contains) and a value; conditions are joined by and, or, not and parentheses. "~" is
// a regular expression, "contains" ignores upper and lower case of ASCII letters. A value with spaces or parentheses is quoted. Numbers may end
// in kB, MB, GB, KiB, MiB, GiB. A time is a year, a month, a day, a minute or a second of UTC (2026, 2026-11, 2026-11-01, 2026-11-01T08:30) and
// stands for all of it. null is what is not known.
type Query struct {
	Where string    // a condition; empty: all
	Sort  string    // a column, the least value first; with "-" before it the greatest; what has no value comes last
	Since time.Time // of pages and documents, only those that are new, changed or gone since then; zero: all
	Limit int       // the most that are returned; 0: no limit
}
