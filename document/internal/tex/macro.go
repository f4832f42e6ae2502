package tex

import (
	"strconv"
	"strings"

	"sluice/internal/lazyregexp"
)

// The limits of macros. The text that a macro can produce is bounded by [scanner.work].
const (
	maxMacros     = 20_000
	maxExpansions = 200_000 // macros that are replaced
)

// macro is a command that the source defines.
type macro struct {
	args     int
	optional bool // the first argument may be left out
	byitself string
	body     string
}

// expander replaces the macros that the source defines.
type expander struct {
	scanner
	defined map[string]macro
	spent   int                    // macros that were replaced
	isFixed func(name string) bool // commands that a source does not redefine
}

// callsItself reports whether a body uses the macro that it defines. Such a
// macro would never end.
func callsItself(body, name string) bool {
	for rest := body; ; {
		_, after, ok := strings.Cut(rest, `\`+name)
		if !ok {
			return false
		}
		if after == "" || !isLetter(after[0]) {
			return true
		}
		rest = after
	}
}

// byItself sets what the optional argument is when it is left out.
func (m *macro) byItself(value string, ok bool) { m.byitself, m.optional = value, ok }

// plainParameters matches parameters without delimiters between them.
var plainParameters = lazyregexp.New(`^\s*(?:#\d\s*)*$`)

// define adds a macro, unless the command has a fixed meaning or the macro
// calls itself.
func (e *expander) define(name string, m macro) {
	name = strings.TrimPrefix(strings.TrimSpace(name), `\`)
	if name == "" || e.isFixed(name) || len(e.defined) >= maxMacros || strings.Contains(m.body, `\`+name) && callsItself(m.body, name) {
		return
	}
	e.defined[name] = m
}

// newCommand reads \newcommand{\x}[2][default]{body}.
func (e *expander) newCommand() {
	e.star()
	name := e.arg()
	var m macro
	if n, ok := e.option(); ok {
		m.args, _ = strconv.Atoi(strings.TrimSpace(n))
		m.args = min(max(m.args, 0), 9)
	}
	// The default of the first argument makes it optional.
	m.byItself(e.option())
	m.body = e.arg()
	e.define(name, m)
}

// def reads \def\x#1#2{body}. A macro whose arguments end otherwise than in
// braces stays unknown.
func (e *expander) def() {
	name := e.arg()
	f := e.frame()
	if f == nil {
		return
	}
	// The parameters end at the first brace; a name without one nearby is no definition that can be
	// used.
	n := strings.IndexByte(f.s[f.at:min(len(f.s), f.at+200)], '{')
	if n < 0 {
		return
	}
	parameters := f.s[f.at : f.at+n]
	f.at += n
	body := e.arg()
	if plainParameters.MatchString(parameters) {
		e.define(name, macro{args: strings.Count(parameters, "#"), body: body})
	}
}

// let reads \let\x=\y.
func (e *expander) let() {
	name := e.arg()
	e.space()
	if f := e.frame(); f != nil && f.s[f.at] == '=' {
		f.at++
	}
	if as := e.arg(); strings.HasPrefix(as, `\`) {
		if m, ok := e.defined[as[1:]]; ok {
			e.define(name, m)
		} else {
			// The name may be that of a command of LaTeX, which the macro then executes.
			e.define(name, macro{body: as})
		}
	}
}

// expand replaces a macro by its body.
func (e *expander) expand(m macro) {
	e.spent++
	e.work -= len(m.body)
	if e.spent > maxExpansions || len(e.frames) >= maxFrames || e.work <= 0 {
		return
	}
	body := m.body
	if m.args > 0 {
		args := make([]string, m.args)
		for i := range args {
			if i == 0 && m.optional {
				value, ok := e.option()
				if !ok {
					value = m.byitself
				}
				args[i] = value
				continue
			}
			args[i] = e.arg()
		}
		body = e.fill(body, args)
	} else {
		e.gobble()
		if e.braced() { // \x{}: the braces only end the name
			if f := e.frame(); strings.HasPrefix(f.s[f.at:], "{}") {
				f.at += 2
			}
		}
	}
	e.frames = append(e.frames, frame{s: body})
}

// fill puts arguments in their places.
func (e *expander) fill(body string, args []string) string {
	var b strings.Builder
	for i := 0; i < len(body); i++ {
		if body[i] == '#' && i+1 < len(body) && '1' <= body[i+1] && int(body[i+1]-'1') < len(args) {
			arg := args[body[i+1]-'1']
			if e.work -= len(arg); e.work <= 0 {
				break
			}
			b.WriteString(arg)
			i++
			continue
		}
		b.WriteByte(body[i])
	}
	return b.String()
}

// newEnvironment reads \newenvironment{x}[1][default]{begin}{end}: what an
// environment does besides its text is not known.
func (e *expander) newEnvironment() {
	e.star()
	e.arg()
	e.option()
	e.option()
	e.arg()
	e.arg()
}
