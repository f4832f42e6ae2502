// Package query is the language in which people choose records: conditions on the columns of a
// listing ([Condition]), and patterns that name URLs ([Pattern]).
//
// [Compile] makes SQL of a condition, [Pattern.SQL] of a pattern; the catalogue runs it. This
// package opens no database.
package query

import (
	"fmt"
	"strings"

	"sluice/internal/suggestion"
)

// Column is a column of a listing.
type Column struct {
	Name    string
	Kind    Kind
	Meaning string   // in a phrase
	Example string   // a condition on the column
	Values  []string // all that a [Word] can be; nil if that is not a closed list
}

// Kind is the kind of a column's values, which decides how they are compared.
type Kind uint8

const (
	Text   Kind = iota // any text
	Word               // a text in lower case only: the value that it is compared with may have any case
	Number             // a whole number, such as a year
	Count              // a number of things
	Size               // a number of bytes
	Share              // a number from 0 to 1
	Time               // a text in the form of TimeLayout
)

// kindNames are the names of the kinds, as people read them.
var kindNames = [...]string{Text: "text", Word: "text", Number: "number", Count: "number", Size: "size", Share: "share", Time: "time"}

// String returns the name of the kind: text, number, size, share or time.
func (k Kind) String() string { return kindNames[k] }

// isNumber reports whether values of the kind are whole numbers.
func (k Kind) isNumber() bool { return k == Number || k == Count || k == Size }

// Find returns the column with a name, without regard to case. The error lists the columns, and names the one that may
// be meant.
func Find(columns []Column, name string) (Column, error) {
	names := make([]string, len(columns))
	for i, c := range columns {
		if strings.EqualFold(c.Name, name) {
			return c, nil
		}
		names[i] = c.Name
	}
	return Column{}, fmt.Errorf("no column %q%s; the columns are %s", name, suggestion.Hint(strings.ToLower(name), names), strings.Join(names, ", "))
}

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
