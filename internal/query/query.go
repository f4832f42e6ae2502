// Package query is the language in which people choose records: conditions on the columns of a
// listing ([Condition]), and patterns that name URLs ([Pattern]).
//
// [Compile] makes SQL of a condition, [Pattern.SQL] of a pattern; the catalogue runs it. This
// package opens no database.
package query

import "strings"

// Column is a column of a listing.
type Column struct {
	Name string
	Kind Kind
}

// Kind is the kind of a column's values, which decides how they are compared.
type Kind uint8

const (
	Text   Kind = iota // any text
	Word               // a text in lower case only: the value that it is compared with may have any case
	Number             // a whole number
	Time               // a text in the form of TimeLayout
)

// TimeLayout is the form in which a database keeps times, always in UTC. Its width is fixed, so
// that times sort as text.
const TimeLayout = "2006-01-02T15:04:05.000000Z"

// Quote returns a column's name as SQL has it. Names such as "from" and "offset" are words of
// SQL and need the quotes.
func Quote(name string) string { return `"` + name + `"` }

// clean makes a text valid for a database: UTF-8 without NUL.
func clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
