package manual

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// A domain is the kind of values that a flag or an argument has.
type domain int

const (
	free    domain = iota // any text
	fixed                 // one of its enum
	folders               // the name of a folder
	paths                 // the name of a file or folder
	command               // the name of a command
)

// domainOf returns the domain of a flag or argument. A name or placeholder such as FILE|URL says that a file is possible.
func domainOf(v *kong.Value) domain {
	name := v.Name
	if v.Flag != nil {
		name = v.Flag.PlaceHolder
	}
	switch words := strings.Split(strings.ToUpper(name), "|"); {
	case v.Enum != "":
		return fixed
	case slices.Contains(words, "FILE"):
		return paths
	case slices.Contains(words, "DIR"):
		return folders
	case v.Flag == nil && v.Name == "command":
		return command
	}
	return free
}

// visible returns the commands below a node that a user sees.
func visible(n *kong.Node) []*kong.Node {
	return slices.DeleteFunc(slices.Clone(n.Children), func(n *kong.Node) bool { return n.Hidden })
}

// names returns the visible commands below a node, separated by spaces.
func names(n *kong.Node) string { return strings.Join(Names(n.Children), " ") }

// Names returns the names of the visible commands.
func Names(commands []*kong.Node) (names []string) {
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}

// path returns the words that lead to a command, such as "trash list".
func path(n *kong.Node) string {
	if n.Parent == nil || n.Parent.Type == kong.ApplicationNode {
		return n.Name
	}
	return path(n.Parent) + " " + n.Name
}

// choices returns the fixed values of a flag or argument, separated by spaces.
func choices(v *kong.Value) string { return strings.ReplaceAll(v.Enum, ",", " ") }

// spellings returns a flag as it is written: --dir, -d, and --no-again if it can be negated.
func spellings(f *kong.Flag) []string {
	out := []string{"--" + f.Name}
	if f.Short != 0 {
		out = append(out, "-"+string(f.Short))
	}
	if f.Tag.Negatable != "" {
		out = append(out, "--no-"+f.Name)
	}
	return out
}

// words returns what may follow a command except for flags: its commands and fixed arguments.
func words(app *kong.Application, n *kong.Node) string {
	var out []string
	if len(n.Children) > 0 {
		out = append(out, names(n))
	}
	for _, a := range n.Positional {
		switch domainOf(a) {
		case fixed:
			out = append(out, choices(a))
		case command:
			out = append(out, names(app.Node))
		}
	}
	return strings.Join(out, " ")
}

// longFlags returns the flags of a command but for their short forms.
func longFlags(n *kong.Node) string {
	var out []string
	for _, f := range flags(n) {
		for _, s := range spellings(f) {
			if strings.HasPrefix(s, "--") {
				out = append(out, s)
			}
		}
	}
	return strings.Join(out, " ")
}

// takesFiles reports whether an argument of a command may be the name of a file.
func takesFiles(n *kong.Node) bool {
	return slices.ContainsFunc(n.Positional, func(a *kong.Positional) bool { return domainOf(a) == paths })
}

// quote puts text between single quotes for bash and zsh.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
