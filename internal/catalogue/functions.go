package catalogue

import (
	"database/sql/driver"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"modernc.org/sqlite"

	"sluice/internal/query"
	"sluice/weburl"
)

// init registers the functions that the queries need and SQLite lacks: regexp, surt, hostname,
// and lowered, because SQLite's lower changes ASCII letters only. They are deterministic, so
// that SQLite may use them in indexes.
func init() {
	sqlite.MustRegisterDeterministicScalarFunction("regexp", 2, matchText)
	sqlite.MustRegisterDeterministicScalarFunction("surt", 1, surt)
	sqlite.MustRegisterDeterministicScalarFunction("hostname", 1, ofText(query.Hostname))
	sqlite.MustRegisterDeterministicScalarFunction("lowered", 1, ofText(strings.ToLower))
}

// matchText implements regexp(expression, text), in Go's syntax, whose running time is linear.
// NULL matches nothing.
func matchText(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	expression, _ := args[0].(string)
	text, ok := args[1].(string)
	if !ok {
		return int64(0), nil
	}
	re, err := compiled.get(expression)
	if err != nil {
		return nil, err
	}
	if re.MatchString(text) {
		return int64(1), nil
	}
	return int64(0), nil
}

// surt implements surt(url), the key by which web archives sort. A text that is no URL is its
// own key.
func surt(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	text, _ := args[0].(string)
	u, err := weburl.Parse(text)
	if err != nil {
		return text, nil
	}
	return u.SURT(), nil
}

// ofText returns a SQL function made of a Go function of one text. NULL stays NULL.
func ofText(f func(string) string) func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
	return func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		text, ok := args[0].(string)
		if !ok {
			return nil, nil
		}
		return f(text), nil
	}
}

// compiled caches the regular expressions of running queries: SQLite calls the function for
// each row.
var compiled expressions

// expressions is a cache of compiled regular expressions. It may be used by many goroutines.
type expressions struct {
	mu sync.Mutex
	m  map[string]*regexp.Regexp
}

// maxExpressions bounds the cache. A full cache is emptied: it holds a few expressions in
// practice.
const maxExpressions = 64

// get returns an expression, compiled on first use.
func (e *expressions) get(expression string) (*regexp.Regexp, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if re, ok := e.m[expression]; ok {
		return re, nil
	}
	re, err := regexp.Compile(expression)
	if err != nil {
		return nil, fmt.Errorf("regular expression: %w", err)
	}
	if e.m == nil || len(e.m) >= maxExpressions {
		e.m = map[string]*regexp.Regexp{}
	}
	e.m[expression] = re
	return re, nil
}
