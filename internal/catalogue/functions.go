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

// init returns SQLite the functions it lacks: regexp, which PostgreSQL has as an operator, surt, hostname, and lowered,
// which is lower(text) of PostgreSQL: that of SQLite knows ASCII alone.
func init() {
	sqlite.MustRegisterDeterministicScalarFunction("regexp", 2, matchText)
	sqlite.MustRegisterDeterministicScalarFunction("surt", 1, surt)
	sqlite.MustRegisterDeterministicScalarFunction("hostname", 1, ofText(query.Hostname))
	sqlite.MustRegisterDeterministicScalarFunction("lowered", 1, ofText(strings.ToLower))
}

// matchText is regexp(expression, text), in Go's syntax, which is linear in time. NULL matches nothing.
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

// surt is surt(url), the key by which web archives sort.
func surt(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	text, _ := args[0].(string)
	u, err := weburl.Parse(text)
	if err != nil {
		return text, nil
	}
	return u.SURT(), nil
}

// ofText makes a function in SQL of one of a text. NULL stays NULL.
func ofText(f func(string) string) func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
	return func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		text, ok := args[0].(string)
		if !ok {
			return nil, nil
		}
		return f(text), nil
	}
}

// compiled keeps the regular expressions of the queries that run.
var compiled expressions

type expressions struct {
	mu sync.Mutex
	m  map[string]*regexp.Regexp
}

const maxExpressions = 64

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
