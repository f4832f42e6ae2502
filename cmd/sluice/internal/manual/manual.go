// Package manual writes the manual of a command line from its grammar: pages
// for the terminal ([Page.Text]), a man page ([Page.Roff]) and completions for
// shells ([Completion]). They cannot differ from what the program does, because
// all of them are derived from the grammar.
//
// [Program] returns the page of the whole program, [Command] that of one
// command, [Whole] one page with everything. What the grammar does not know is
// prose: the detail of a node, in which a line in capitals is a heading,
// indented lines are an example, and empty lines separate paragraphs.
package manual

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// A Page of the manual.
type Page struct {
	Name     string // "sluice crawl"
	Summary  string
	sections []section
}

// A section is a heading with its blocks.
type section struct {
	title  string
	blocks []block
}

// A block is a paragraph, an example (verbatim lines), or a term with its explanation.
type block struct {
	term    string
	text    string
	sample  string // an example of the term, on a line of its own
	example bool
}

// Program returns the page of the program: the first part of its prose, its commands with a
// line each, then the rest of its prose.
func Program(app *kong.Application) *Page {
	p := &Page{Name: app.Name, Summary: app.Help}
	p.add("SYNOPSIS", block{text: app.Name + " COMMAND [flags] [arguments]", example: true})
	prose := parse(app.Detail)
	p.sections = append(p.sections, prose[:min(1, len(prose))]...)
	for _, g := range groups(app.Children, func(n *kong.Node) (*kong.Group, bool) { return n.Group, n.Hidden }) {
		var list []block
		for _, c := range g.members {
			list = append(list, block{term: c.Name, text: sentence(c.Help)})
		}
		p.add(g.title, list...)
	}
	p.sections = append(p.sections, prose[min(1, len(prose)):]...)
	return p
}

// Command returns the page of one command: its arguments, its own commands, its flags by group,
// and its prose around them.
func Command(n *kong.Node) *Page {
	p := &Page{Name: n.FullPath(), Summary: n.Help}
	p.add("SYNOPSIS", block{text: Synopsis(n), example: true})
	prose := parse(n.Detail)
	p.sections = append(p.sections, prose[:min(1, len(prose))]...)
	var args []block
	for _, a := range n.Positional {
		args = append(args, block{term: argument(a), text: explain(a)})
	}
	p.add("ARGUMENTS", args...)
	var commands []block
	for _, c := range n.Children {
		if !c.Hidden {
			commands = append(commands, block{term: c.Name, text: sentence(c.Help)})
		}
	}
	p.add("COMMANDS", commands...)
	for _, g := range groups(flags(n), func(f *kong.Flag) (*kong.Group, bool) { return f.Group, f.Hidden }) {
		var list []block
		for _, f := range g.members {
			list = append(list, block{term: spell(f), text: explain(f.Value)})
		}
		p.add(g.title, list...)
	}
	p.sections = append(p.sections, prose[min(1, len(prose)):]...)
	return p
}

// Whole returns one page with the program and all its commands, for a man page.
func Whole(app *kong.Application) *Page {
	p := Program(app)
	for _, n := range withChildren(app.Children) {
		c := Command(n)
		blocks := []block{{text: sentence(c.Summary)}}
		for _, s := range c.sections {
			if s.title != "SYNOPSIS" && s.title != "DESCRIPTION" {
				blocks = append(blocks, block{text: title(s.title) + ":"})
			}
			blocks = append(blocks, s.blocks...)
		}
		p.add(strings.ToUpper(c.Name), blocks...)
	}
	return p
}

// withChildren returns the visible commands, each followed by its own commands.
func withChildren(nodes []*kong.Node) (all []*kong.Node) {
	for _, n := range nodes {
		if !n.Hidden {
			all = append(append(all, n), withChildren(n.Children)...)
		}
	}
	return all
}

// add appends a section, unless it would be empty.
func (p *Page) add(title string, blocks ...block) {
	if len(blocks) > 0 {
		p.sections = append(p.sections, section{title: title, blocks: blocks})
	}
}

// A group is a heading with the commands or flags below it.
type group[T any] struct {
	title   string
	members []T
}

// groups returns the visible members by their groups, in the order of first appearance. Members
// without a group are under FLAGS.
func groups[T any](members []T, of func(T) (g *kong.Group, hidden bool)) []group[T] {
	var out []group[T]
	for _, m := range members {
		g, hidden := of(m)
		if hidden {
			continue
		}
		title := "FLAGS"
		if g != nil {
			title = strings.ToUpper(g.Title)
		}
		i := slices.IndexFunc(out, func(g group[T]) bool { return g.title == title })
		if i < 0 {
			i = len(out)
			out = append(out, group[T]{title: title})
		}
		out[i].members = append(out[i].members, m)
	}
	return out
}

// flags returns the flags of a command, and after them those of the program, which every command has. --help is the same everywhere and would
// only repeat itself.
func flags(n *kong.Node) []*kong.Flag {
	var out []*kong.Flag
	for ; n != nil; n = n.Parent {
		for _, f := range n.Flags {
			if f.Name != "help" {
				out = append(out, f)
			}
		}
	}
	return out
}

// Synopsis returns how a command is written, in one line.
func Synopsis(n *kong.Node) string {
	s := n.FullPath()
	if len(n.Children) > 0 {
		s += " COMMAND"
	}
	if len(flags(n)) > 0 {
		s += " [flags]"
	}
	for _, a := range n.Positional {
		s += " " + argument(a)
	}
	return s
}

// argument returns an argument as the synopsis shows it: FILE, [URL...], or the fixed choices.
func argument(v *kong.Value) string {
	name := strings.ToUpper(v.Name)
	if v.Enum != "" {
		name = strings.ReplaceAll(v.Enum, ",", "|")
	}
	if v.IsCumulative() {
		name += "..."
	}
	if !v.Required {
		name = "[" + name + "]"
	}
	return name
}

// spell returns a flag as a user writes it, with its placeholder or its fixed choices.
func spell(f *kong.Flag) string {
	var s string
	if f.Short != 0 {
		s = fmt.Sprintf("-%c, ", f.Short)
	}
	s += "--"
	switch {
	case f.IsBool() && f.Tag.Negatable != "":
		return s + "[no-]" + f.Name
	case f.IsBool():
		return s + f.Name
	case f.Enum != "":
		return s + f.Name + " " + strings.ReplaceAll(f.Enum, ",", "|")
	}
	if f.PlaceHolder != "" {
		return s + f.Name + " " + f.PlaceHolder
	}
	return s + f.Name + " " + f.FormatPlaceHolder()
}

// explain returns the help of a flag with its default, so that no help text has to repeat the
// default.
func explain(v *kong.Value) string {
	text := v.Help
	if v.HasDefault && v.Default != "" {
		value := v.Default
		if v.IsBool() {
			value = map[string]string{"true": "on", "false": "off"}[value]
		}
		text += fmt.Sprintf(" Default: %s.", value)
	}
	return text
}

// parse reads prose. The part before the first heading is the description.
func parse(prose string) []section {
	var out []section
	current := section{title: "DESCRIPTION"}
	flush := func() {
		if len(current.blocks) > 0 {
			out = append(out, current)
		}
	}
	for _, paragraph := range strings.Split(strings.Trim(prose, "\n"), "\n\n") {
		paragraph = strings.Trim(paragraph, "\n")
		switch {
		case paragraph == "":
		case strings.HasPrefix(paragraph, "    "):
			current.blocks = append(current.blocks, block{text: dedent(paragraph), example: true})
		case paragraph == strings.ToUpper(paragraph):
			flush()
			current = section{title: paragraph}
		default:
			current.blocks = append(current.blocks, definition(strings.Join(strings.Fields(paragraph), " ")))
		}
	}
	flush()
	return out
}

// definition reads "term: explanation" where the term is marked by back quotes.
func definition(text string) block {
	if term, rest, ok := strings.Cut(text, "`: "); ok && strings.HasPrefix(term, "`") && !strings.Contains(term[1:], "`") {
		return block{term: term[1:], text: rest}
	}
	return block{text: text}
}

// dedent removes the indent that marks an example.
func dedent(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], "    ")
	}
	return strings.Join(lines, "\n")
}

// sentence returns s with a full stop.
func sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

// title returns a heading in capitals as an ordinary one.
func title(s string) string {
	return s[:1] + strings.ToLower(s[1:])
}
