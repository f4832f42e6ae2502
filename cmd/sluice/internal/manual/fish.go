package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// fish returns one `complete` line per command and flag, under the condition that its command is on the line. Fish shows the
// help text next to each.
func fish(app *kong.Application) string {
	var known []string
	var lines strings.Builder
	offer := func(n *kong.Node, at string) {
		for _, c := range visible(n) {
			fmt.Fprintf(&lines, "%s -a %s -d %s\n", at, c.Name, fishQuote(c.Help))
		}
	}
	begin := func(path string) string {
		return fmt.Sprintf("complete -c %s -n %s", app.Name, fishQuote("__"+app.Name+"_at "+fishQuote(path)))
	}
	offer(app.Node, begin(""))
	for _, n := range withChildren(app.Children) {
		known = append(known, fishQuote(path(n)))
		at := begin(path(n))
		offer(n, at)
		for _, f := range flags(n) {
			fishFlag(&lines, at, f)
		}
		for _, a := range n.Positional {
			switch domainOf(a) {
			case fixed:
				fmt.Fprintf(&lines, "%s -a %s\n", at, fishQuote(choices(a)))
			case command:
				fmt.Fprintf(&lines, "%s -a %s\n", at, fishQuote(names(app.Node)))
			case paths:
				fmt.Fprintf(&lines, "%s -F\n", at)
			}
		}
	}
	return fmt.Sprintf(`# Completion of %[1]s for fish.
# __%[1]s_at succeeds if the command on the line is the given one.
function __%[1]s_at
    set -l path
    for word in (commandline -opc)[2..]
        set -l longer (string join ' ' -- $path $word)
        if contains -- $longer %[2]s
            set path $longer
        end
    end
    test "$path" = "$argv"
end
complete -c %[1]s -f
%[3]s`, app.Name, strings.Join(known, " "), lines.String())
}

// fishFlag writes the lines of a flag.
func fishFlag(b *strings.Builder, at string, f *kong.Flag) {
	line := at + " -l " + f.Name
	if f.Short != 0 {
		line += fmt.Sprintf(" -s %c", f.Short)
	}
	switch domainOf(f.Value) {
	case fixed:
		line += " -x -a " + fishQuote(choices(f.Value))
	case folders:
		line += " -x -a '(__fish_complete_directories)'"
	case paths:
		line += " -r -F"
	default:
		if !f.IsBool() {
			line += " -x"
		}
	}
	fmt.Fprintf(b, "%s -d %s\n", line, fishQuote(f.Help))
	if f.Tag.Negatable != "" {
		fmt.Fprintf(b, "%s -l no-%s -d %s\n", at, f.Name, fishQuote(f.Help))
	}
}

// fishQuote puts text between single quotes for fish.
func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}
