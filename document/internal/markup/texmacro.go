package markup

import (
	"regexp"
	"strconv"
	"strings"
)

// macro is a command that the source defines.
type macro struct {
	args     int
	optional bool // the first argument may be left out
	byitself string
	body     string
}

const maxMacros = 20_000

var lengthOf = regexp.MustCompile(`^[ \t]*=?[ \t]*[-+]?(?:(?:\d*[.,]?\d+|\d+[.,]?)(?:\\[A-Za-z@]+|[ \t]*(?:true[ \t]*)?(?:em|ex|pt|cm|mm|in|bp|pc|sp|mu|dd|cc|fil{1,3})\b)?|\\[A-Za-z@]+)?` +
	`(?:[ \t]*(?:plus|minus)[ \t]*[-+]?(?:\d*\.?\d+)?[ \t]*(?:em|ex|pt|cm|mm|in|bp|fil{1,3}|\\[A-Za-z@]+))*[ \t]?`)

func (t *tex) define(name string, m macro) {
	name = strings.TrimPrefix(strings.TrimSpace(name), `\`)
	if name == "" || builtin(name) || len(t.macros) >= maxMacros || strings.Contains(m.body, `\`+name) && callsItself(m.body, name) {
		return
	}
	t.macros[name] = m
}

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

// newCommand reads \newcommand{\x}[2][default]{body}.
func (t *tex) newCommand() {
	t.star()
	name := t.arg()
	var m macro
	if n, ok := t.option(); ok {
		m.args, _ = strconv.Atoi(strings.TrimSpace(n))
		m.args = min(max(m.args, 0), 9)
	}
	m.byItself(t.option())
	m.body = t.arg()
	t.define(name, m)
}

func (m *macro) byItself(value string, ok bool) { m.byitself, m.optional = value, ok }

var plainParameters = regexp.MustCompile(`^\s*(?:#\d\s*)*$`)

// def reads \def\x#1#2{body}. A macro whose arguments end otherwise than in braces stays unknown.
func (t *tex) def() {
	name := t.arg()
	f := t.frame()
	if f == nil {
		return
	}
	n := strings.IndexByte(f.s[f.at:min(len(f.s), f.at+200)], '{')
	if n < 0 {
		return
	}
	parameters := f.s[f.at : f.at+n]
	f.at += n
	body := t.arg()
	if plainParameters.MatchString(parameters) {
		t.define(name, macro{args: strings.Count(parameters, "#"), body: body})
	}
}

// let reads \let\x=\y.
func (t *tex) let() {
	name := t.arg()
	t.space()
	if f := t.frame(); f != nil && f.s[f.at] == '=' {
		f.at++
	}
	if as := t.arg(); strings.HasPrefix(as, `\`) {
		if m, ok := t.macros[as[1:]]; ok {
			t.define(name, m)
		} else {
			t.define(name, macro{body: as})
		}
	}
}

// newTheorem reads \newtheorem{thm}[counter]{Theorem}[section].
func (t *tex) newTheorem() {
	t.star()
	env := t.arg()
	t.option()
	printed := t.capture(t.arg(), false)
	t.option()
	if len(t.theorems) < 1000 {
		t.theorems[strings.TrimSpace(env)] = printed
	}
}

// newEnvironment reads \newenvironment{x}[1][default]{begin}{end}: what an environment does beside its text is not known.
func (t *tex) newEnvironment() {
	t.star()
	t.arg()
	t.option()
	t.option()
	t.arg()
	t.arg()
}

// expand replaces a macro by its body.
func (t *tex) expand(m macro) {
	t.spent++
	t.work -= len(m.body)
	if t.spent > maxExpansions || len(t.frames) >= maxFrames || t.work <= 0 {
		return
	}
	body := m.body
	if m.args > 0 {
		args := make([]string, m.args)
		for i := range args {
			if i == 0 && m.optional {
				value, ok := t.option()
				if !ok {
					value = m.byitself
				}
				args[i] = value
				continue
			}
			args[i] = t.arg()
		}
		body = t.fill(body, args)
	} else {
		t.gobble()
		if t.braced() { // \x{}: the braces only end the name
			if f := t.frame(); strings.HasPrefix(f.s[f.at:], "{}") {
				f.at += 2
			}
		}
	}
	t.frames = append(t.frames, frame{s: body})
}

// fill puts arguments in their places.
func (t *tex) fill(body string, args []string) string {
	var b strings.Builder
	for i := 0; i < len(body); i++ {
		if body[i] == '#' && i+1 < len(body) && '1' <= body[i+1] && int(body[i+1]-'1') < len(args) {
			arg := args[body[i+1]-'1']
			if t.work -= len(arg); t.work <= 0 {
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

// skipBranch passes over a branch of a condition up to its \fi, or to its \else when that is wanted.
func (t *tex) skipBranch(toElse bool) {
	f := t.frame()
	if f == nil {
		return
	}
	depth := 0
	for i := f.at; i < len(f.s); i++ {
		if t.work--; t.work <= 0 {
			return
		}
		if f.s[i] != '\\' {
			continue
		}
		end := i + 1
		for end < len(f.s) && isLetter(f.s[end]) {
			end++
		}
		switch word := f.s[i+1 : end]; {
		case word == "fi" && depth == 0, word == "else" && depth == 0 && toElse:
			f.at = end
			return
		case word == "fi":
			depth--
		case strings.HasPrefix(word, "if") && word != "iff" && word != "ifthenelse":
			depth++
		}
		i = max(i, end-1)
	}
	f.at = len(f.s)
}
