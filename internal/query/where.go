package query

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sluice/internal/suggestion"
	"sluice/library"
)

// Condition is a condition on the rows of a listing, as a user writes it:
//
//	status = 404
//	type = pdf and size > 10MB
//	site = www.example.edu and not (level <= 2 or title contains "table of contents")
//	fetched_at >= 2026-11-01 and url ~ "/papers/.*\.ps$"
//	cause != null
//
// A condition is a column, an operator (= != < <= > >= ~ contains) and a value, joined by and,
// or, not and parentheses. "~" is a regular expression in Go's syntax, "contains" takes no
// notice of upper and lower case of ASCII letters. A value with spaces or parentheses is written in
// single or double quotes; a backslash in quotes escapes a quote or a backslash. null is
// what is not known. Numbers may end in kB, MB, GB, TB (powers of 1000) or KiB, MiB, GiB, TiB
// (of 1024). A share is a number from 0 to 1. A time is a year, a month, a day, a minute or a second of UTC (2026, 2026-11,
// 2026-11-01, 2026-11-01T08:30, 2026-11-01T08:30:00Z), and stands for all of it: "= 2026-11-01"
// is that day, "> 2026-11-01" is after it.
type Condition = string

const (
	maxCondition = 8192 // bytes of a condition
	maxNesting   = 100  // parentheses and nots within each other
)

// Compile returns the SQL of conditions that must all hold, on a listing with the given
// columns, and its arguments. Each condition is parsed on its own, so that an open parenthesis
// in one cannot change the meaning of another. The SQL calls the function regexp(expression,
// text), which the database must have. The error is a [*library.QueryError].
func Compile(columns []Column, conditions ...Condition) (string, []any, error) {
	p := &parser{columns: columns}
	p.sql.WriteString("1 = 1")
	for _, condition := range conditions {
		if strings.TrimSpace(condition) == "" {
			continue
		}
		if len(condition) > maxCondition {
			return "", nil, &library.QueryError{Where: clean(condition[:100]) + "…", Problem: fmt.Sprintf("longer than %d bytes", maxCondition)}
		}
		p.lexer = lexer{text: clean(condition)}
		p.sql.WriteString(" AND ")
		p.next()
		p.either()
		if p.err == nil && p.token.kind != endToken {
			p.fail("expected and, or, or the end at %q", p.token.text)
		}
		if p.err != nil {
			return "", nil, &library.QueryError{Where: condition, Problem: p.err.Error()}
		}
	}
	return p.sql.String(), p.args, nil
}

// parser reads a condition by recursive descent and writes SQL as it goes.
type parser struct {
	lexer
	columns []Column
	token   token
	depth   int
	sql     strings.Builder
	args    []any
	err     error // the first one; after it nothing is read
}

// fail records the first error and ends the parsing.
func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
		p.token = token{kind: endToken}
	}
}

// next reads the next token.
func (p *parser) next() {
	if p.err != nil {
		return
	}
	t, err := p.lexer.next()
	if err != nil {
		p.fail("%w", err)
		return
	}
	p.token = t
}

// is reports whether the token is this word of the language, and not a value in quotes.
func (p *parser) is(word string) bool {
	return p.token.kind == wordToken && strings.EqualFold(p.token.text, word)
}

// either parses parts joined by or, which binds weaker than and.
func (p *parser) either() { p.joined("or", " OR ", p.both) }

// both parses parts joined by and.
func (p *parser) both() { p.joined("and", " AND ", p.one) }

// joined parses parts joined by a word, in parentheses: SQL need not have the same precedence.
func (p *parser) joined(word, sql string, part func()) {
	p.sql.WriteByte('(')
	part()
	for p.err == nil && p.is(word) {
		p.next()
		p.sql.WriteString(sql)
		part()
	}
	p.sql.WriteByte(')')
}

// one parses a comparison, a negation, or a condition in parentheses. NULL counts as false, so
// that "not" selects rows whose value is unknown.
func (p *parser) one() {
	if p.depth++; p.depth > maxNesting {
		p.fail("more than %d parentheses within each other", maxNesting)
	}
	defer func() { p.depth-- }()
	switch {
	case p.err != nil:
	case p.is("not"):
		p.next()
		p.sql.WriteString("NOT COALESCE(")
		p.one()
		p.sql.WriteString(", FALSE)")
	case p.token.kind == openToken:
		p.next()
		p.either()
		if p.err == nil && p.token.kind != closeToken {
			p.fail("a parenthesis is not closed")
		}
		p.next()
	default:
		p.comparison()
	}
}

// comparison parses a column, an operator and a value.
func (p *parser) comparison() {
	f, ok := p.column()
	if !ok {
		return
	}
	p.next()
	operator := strings.ToLower(p.token.text)
	if p.token.kind != operatorToken && !(p.token.kind == wordToken && isOperator(operator)) {
		p.fail("expected one of %s after %s", operatorList(), f.Name)
		return
	}
	p.value = true
	p.next()
	p.value = false
	if p.token.kind != wordToken && p.token.kind != quotedToken {
		p.fail("expected a value after %s %s", f.Name, operator)
		return
	}
	p.compare(f, operator, p.token)
	p.next()
}

// column returns the column that the token names. An error lists the columns.
func (p *parser) column() (Column, bool) {
	switch p.token.kind {
	case wordToken:
		f, err := Find(p.columns, p.token.text)
		if err != nil {
			p.fail("%w", err)
		}
		return f, err == nil
	case endToken:
		p.fail("expected a column at the end")
	default:
		p.fail("expected a column at %q", p.token.text)
	}
	return Column{}, false
}

// compare writes one comparison. = and != treat null as a value.
func (p *parser) compare(f Column, operator string, value token) {
	column := Quote(f.Name)
	switch {
	case value.kind == wordToken && strings.EqualFold(value.text, "null"):
		p.compareNull(column, operator)
	case operator == "contains" || operator == "~":
		p.compareText(f, operator, value.text)
	case f.Kind == Time:
		p.compareTime(column, operator, value.text)
	case f.Kind.isNumber():
		if n, err := number(value.text); err != nil {
			p.fail("%s %s %s: %w", f.Name, operator, value.text, err)
		} else {
			p.sql.WriteString(column + sqlOperator(operator) + p.parameter(n))
		}
	case f.Kind == Share:
		if x, err := share(value.text); err != nil {
			p.fail("%s %s %s: %w", f.Name, operator, value.text, err)
		} else {
			p.sql.WriteString(column + sqlOperator(operator) + p.parameter(x))
		}
	case f.Kind == Word:
		if word := strings.ToLower(value.text); len(f.Values) > 0 && !slices.Contains(f.Values, word) {
			p.fail("%s is never %q%s; it is one of %s", f.Name, value.text, suggestion.Hint(word, f.Values), strings.Join(f.Values, ", "))
			return
		}
		p.sql.WriteString(column + sqlOperator(operator) + p.parameter(strings.ToLower(value.text)))
	default:
		p.sql.WriteString(column + sqlOperator(operator) + p.parameter(value.text))
	}
}

// parameter adds an argument and returns its placeholder. User text reaches SQL only in this
// way.
func (p *parser) parameter(value any) string {
	p.args = append(p.args, value)
	return "$" + strconv.Itoa(len(p.args))
}

// sqlOperator returns the SQL of an operator. != must be true for NULL, for which <> is not.
func sqlOperator(operator string) string {
	if operator == "!=" {
		return " IS DISTINCT FROM "
	}
	return " " + operator + " "
}

// compareNull writes a comparison with null.
func (p *parser) compareNull(column, operator string) {
	switch operator {
	case "=":
		p.sql.WriteString(column + " IS NULL")
	case "!=":
		p.sql.WriteString(column + " IS NOT NULL")
	default:
		p.fail("null can only be compared by = and !=")
	}
}

// compareText writes "contains" or a regular expression.
func (p *parser) compareText(f Column, operator, value string) {
	if f.Kind.isNumber() || f.Kind == Share {
		p.fail("%s is a number: %s compares texts", f.Name, operator)
		return
	}
	if operator == "contains" {
		pattern := "%" + likeEscape.Replace(strings.ToLower(value)) + "%"
		p.sql.WriteString("lower(" + Quote(f.Name) + ") LIKE lower(" + p.parameter(pattern) + `) ESCAPE '\'`)
		return
	}
	if _, err := regexp.Compile(value); err != nil {
		p.fail("%s ~ %q: %w", f.Name, value, err)
		return
	}
	p.sql.WriteString("regexp(" + p.parameter(value) + ", " + Quote(f.Name) + ") = 1")
}

// likeEscape escapes the wildcards of LIKE.
var likeEscape = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// compareTime compares with a span of time, which excludes its end.
func (p *parser) compareTime(column, operator, value string) {
	from, to, err := span(value)
	if err != nil {
		p.fail("%w", err)
		return
	}
	begin, end := from.UTC().Format(TimeLayout), to.UTC().Format(TimeLayout)
	switch operator {
	case "=":
		p.sql.WriteString("(" + column + " >= " + p.parameter(begin) + " AND " + column + " < " + p.parameter(end) + ")")
	case "!=":
		p.sql.WriteString("(" + column + " IS NULL OR " + column + " < " + p.parameter(begin) + " OR " + column + " >= " + p.parameter(end) + ")")
	case "<", ">=":
		p.sql.WriteString(column + " " + operator + " " + p.parameter(begin))
	case "<=":
		p.sql.WriteString(column + " < " + p.parameter(end))
	case ">":
		p.sql.WriteString(column + " >= " + p.parameter(end))
	}
}

// span returns the span of a time in the precision in which it is written: a year, a day, a
// second.
func span(value string) (from, to time.Time, err error) {
	for _, s := range []struct {
		layout string
		next   func(time.Time) time.Time
	}{
		{"2006", func(t time.Time) time.Time { return t.AddDate(1, 0, 0) }},
		{"2006-01", func(t time.Time) time.Time { return t.AddDate(0, 1, 0) }},
		{"2006-01-02", func(t time.Time) time.Time { return t.AddDate(0, 0, 1) }},
		{"2006-01-02T15:04Z07:00", func(t time.Time) time.Time { return t.Add(time.Minute) }},
		{"2006-01-02T15:04", func(t time.Time) time.Time { return t.Add(time.Minute) }},
		{"2006-01-02 15:04", func(t time.Time) time.Time { return t.Add(time.Minute) }},
		{"2006-01-02T15:04:05", func(t time.Time) time.Time { return t.Add(time.Second) }},
		{"2006-01-02 15:04:05", func(t time.Time) time.Time { return t.Add(time.Second) }},
	} {
		if t, err := time.Parse(s.layout, value); err == nil {
			return t, s.next(t), nil
		}
	}
	t, err := time.Parse(time.RFC3339Nano, value)
	if err != nil {
		return t, t, fmt.Errorf("%q is not a time such as 2026-11-01 or 2026-11-01T08:30:00Z", value)
	}
	if strings.Contains(value, ".") {
		return t, t.Add(time.Microsecond), nil
	}
	return t, t.Add(time.Second), nil
}

// units are the endings of numbers, in lower case, the longer before the shorter.
var units = []struct {
	ending string
	factor float64
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12}, {"k", 1e3}, {"m", 1e6}, {"g", 1e9}, {"t", 1e12}, {"b", 1},
}

// share parses a number from 0 to 1.
func share(value string) (float64, error) {
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || !(x >= 0 && x <= 1) {
		return 0, fmt.Errorf("%q is not a number from 0 to 1, such as 0.7", value)
	}
	return x, nil
}

// number parses a whole number, or a number with a unit such as 1.5MB.
func number(value string) (int64, error) {
	if n, err := strconv.ParseInt(value, 10, 64); err == nil {
		return n, nil
	}
	text, factor := strings.ToLower(value), 1.0
	for _, u := range units {
		if rest, ok := strings.CutSuffix(text, u.ending); ok {
			text, factor = strings.TrimSpace(rest), u.factor
			break
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f*factor > -1e18 && f*factor < 1e18) {
		return 0, fmt.Errorf("%q is not a number such as 200, 10MB or 1.5GiB", value)
	}
	if factor == 1 && f != math.Trunc(f) {
		return 0, fmt.Errorf("%q is not a whole number", value)
	}
	return int64(math.Round(f * factor)), nil
}
