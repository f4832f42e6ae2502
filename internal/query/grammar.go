package query

import "strings"

// A Rule is a part of the query language with its meaning and an example.
type Rule struct {
	Form    string // as it is written
	Meaning string
	Example string // a condition on the columns of documents
}

// Operators are the operators of comparisons.
var Operators = []Rule{
	{"=", "equal; without regard to case where the column holds words in lower case, such as genre or type", "genre = thesis"},
	{"!=", "not equal; true for an unknown value", "state != accepted"},
	{"<", "less, or earlier", "year < 2001"},
	{"<=", "less or equal, or not later", "size <= 10kB"},
	{">", "greater, or later", "words > 500"},
	{">=", "greater or equal, or not earlier", "fetched_at >= 2026-11-01"},
	{"~", "matches a regular expression in the syntax of Go (RE2), anywhere in the text; ^ and $ are its ends, (?i) ignores case", `url ~ "(?i)/papers/.*\.ps$"`},
	{"contains", "contains a text; upper and lower case of ASCII letters are equal", `title contains "table of contents"`},
}

// Joins combine conditions.
var Joins = []Rule{
	{"and", "both conditions hold", "genre = paper and year = 2019"},
	{"or", "one of the conditions holds; and binds stronger", "type = pdf or type = ps"},
	{"not", "the condition does not hold, or the value is unknown", "not language = en"},
	{"( )", "parentheses group", "type = pdf and (words < 50 or pages = null)"},
}

// Values are the forms of values.
var Values = []Rule{
	{"word", "a text without spaces and parentheses needs no quotes", "type = pdf"},
	{`"text"`, "single or double quotes; in them, a backslash escapes a quote or a backslash", `title = "On Crawling"`},
	{"10MB", "a size: kB, MB, GB, TB are powers of 1000, KiB, MiB, GiB, TiB of 1024", "size > 1.5MiB"},
	{"2026-11", "a time: a year, month, day, minute or second of UTC, which stands for all of it", "fetched_at = 2026-11-01T08:30"},
	{"null", "an unknown value; only with = and !=", "doi != null"},
}

// Patterns are the forms of a [Pattern].
var Patterns = []Rule{
	{"URL", "this URL; http and https are one", "http://www.example.org/papers/smith.pdf"},
	{"URL*", "all URLs that begin like this", "http://www.example.org/private/*"},
	{"HOST", "all URLs of a host", "www.example.org"},
	{"*.HOST", "all URLs of a host and of those below it", "*.example.org"},
	{"sha256:HASH", "a document, wherever it was found", "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
}

// isOperator reports whether a word in lower case is an operator.
func isOperator(word string) bool {
	for _, o := range Operators {
		if o.Form == word {
			return true
		}
	}
	return false
}

// operatorList returns the operators for a message.
func operatorList() string {
	forms := make([]string, len(Operators))
	for i, o := range Operators {
		forms[i] = o.Form
	}
	return strings.Join(forms, " ")
}
