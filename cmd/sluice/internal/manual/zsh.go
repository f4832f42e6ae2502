package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// zsh returns completion functions for zsh, one for each command. The script can be a file in fpath or be sourced.
func zsh(app *kong.Application) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#compdef %s\n", app.Name)
	for _, n := range withChildren(app.Children) {
		if len(n.Children) > 0 {
			zshCommands(&b, app.Name, n)
		} else {
			zshArguments(&b, app, n)
		}
	}
	zshCommands(&b, app.Name, app.Node)
	fmt.Fprintf(&b, `# In fpath, this file is the body of the function when it is called for the first time.
if [ "$funcstack[1]" = _%[1]s ]; then
    _%[1]s "$@"
else
    compdef _%[1]s %[1]s
fi
`, app.Name)
	return b.String()
}

// zshFunction returns the name of the function of a command.
func zshFunction(program string, n *kong.Node) string {
	if n.Type == kong.ApplicationNode {
		return "_" + program
	}
	return "_" + program + "_" + strings.ReplaceAll(path(n), " ", "_")
}

// zshCommands writes the function of a node that has commands: it offers them, or calls the function of the one on the line.
func zshCommands(b *strings.Builder, program string, n *kong.Node) {
	name := zshFunction(program, n)
	fmt.Fprintf(b, "%s() {\n    local curcontext=$curcontext context state line\n    typeset -A opt_args\n    local -a commands=(\n", name)
	for _, c := range visible(n) {
		fmt.Fprintf(b, "        %s\n", quote(c.Name+":"+c.Help))
	}
	fmt.Fprintf(b, `    )
    _arguments -C '1:command:->command' '*::argument:->argument'
    case $state in
    command) _describe command commands ;;
    argument) (( $+functions[%[1]s_$words[1]] )) && %[1]s_$words[1] ;;
    esac
}
`, name)
}

// zshArguments writes the function of a command that has none below it.
func zshArguments(b *strings.Builder, app *kong.Application, n *kong.Node) {
	fmt.Fprintf(b, "%s() {\n    _arguments -s", zshFunction(app.Name, n))
	for _, f := range flags(n) {
		for _, spec := range zshFlag(f) {
			fmt.Fprintf(b, " \\\n        %s", spec)
		}
	}
	for _, a := range n.Positional {
		position := ""
		if a.IsCumulative() {
			position = "*"
		}
		action := zshAction(a)
		if domainOf(a) == command {
			action = "(" + names(app.Node) + ")"
		}
		fmt.Fprintf(b, " \\\n        %s", quote(position+":"+zshText(a.Name)+":"+action))
	}
	b.WriteString("\n}\n")
}

// zshFlag returns the specifications of a flag for _arguments, one for each spelling. A flag that cannot be repeated excludes
// its other spellings.
func zshFlag(f *kong.Flag) []string {
	var out []string
	all := spellings(f)
	repeat := "(" + strings.Join(all, " ") + ")"
	if f.IsCumulative() {
		repeat = "*"
	}
	for _, s := range all {
		text := "[" + zshText(f.Help) + "]"
		switch {
		case f.IsBool():
		case strings.HasPrefix(s, "--"):
			text = "=" + text
		default:
			text = "+" + text
		}
		if !f.IsBool() {
			text += ":" + zshText(f.Name) + ":" + zshAction(f.Value)
		}
		out = append(out, quote(repeat+s+text))
	}
	return out
}

// zshAction returns the action of _arguments that offers the values of a flag or an argument.
func zshAction(v *kong.Value) string {
	switch domainOf(v) {
	case fixed:
		return "(" + choices(v) + ")"
	case folders:
		return "_files -/"
	case paths:
		return "_files"
	}
	return " " // any text
}

// zshText escapes a text for a specification of _arguments.
func zshText(s string) string {
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `:`, `\:`).Replace(s)
}
