package listing

import (
	"encoding/csv"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
)

// WriteCSV writes a header and one line a row. Unless raw is set, cells are made harmless for terminals and spreadsheets: see
// [Harmless].
func WriteCSV(w io.Writer, list *catalogue.Listing, raw bool) error {
	out := csv.NewWriter(w)
	if err := out.Write(list.Columns); err != nil {
		return err
	}
	line := make([]string, len(list.Columns))
	for record, err := range list.All() {
		if err != nil {
			return err
		}
		for i, value := range record {
			line[i] = Value(value)
			if _, isText := value.(string); isText && !raw {
				line[i] = Harmless(line[i])
			}
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// formulaSigns are the characters with which a formula begins in a spreadsheet, with their full-width forms.
const formulaSigns = "=+-@\uff1d\uff0b\uff0d\uff20"

// Harmless returns a cell that is only text for a terminal and for a spreadsheet. Control characters and marks of direction are
// written as \x1b or \u202e. What a spreadsheet would read as a formula has an apostrophe before it. Numbers are unchanged,
// with their sign.
func Harmless(cell string) string {
	if isFormula(cell) {
		return "'" + screen.EscapeControls(cell)
	}
	return screen.EscapeControls(cell)
}

// isFormula reports whether a spreadsheet may read a cell as a formula. Programs differ in what they skip before the sign, so
// everything invisible is skipped; and some give a meaning to a tab or line end at the beginning.
func isFormula(cell string) bool {
	if cell != "" && strings.IndexByte("\t\r\n", cell[0]) >= 0 {
		return true
	}
	begins := strings.TrimLeftFunc(cell, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) })
	first, _ := utf8.DecodeRuneInString(begins)
	return begins != "" && strings.ContainsRune(formulaSigns, first) && !isNumber(cell)
}

// isNumber reports whether a text is a plain decimal number, such as -12 or +0.5.
func isNumber(s string) bool {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	whole, fraction, hasFraction := strings.Cut(s, ".")
	return isDigits(whole) && (!hasFraction || isDigits(fraction))
}

// isDigits reports whether a text is of ASCII digits only, and not empty.
func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
