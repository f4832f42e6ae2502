package manual

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Shells are the shells that [Completion] knows.
var Shells = []string{"bash", "zsh", "fish"}

// Completion returns a script with which a shell completes the program's commands, its flags,
// and the values of flags that have a fixed choice. It is an error to ask for a shell that is
// not in [Shells].
func Completion(app *kong.Application, shell string) (string, error) {
	switch shell {
	case "bash":
		return bash(app), nil
	case "zsh":
		return "#compdef " + app.Name + "\nautoload -U +X bashcompinit && bashcompinit\n" + bash(app), nil
	case "fish":
		return fish(app), nil
	}
	return "", fmt.Errorf("completion: unknown shell %q (known: %s)", shell, strings.Join(Shells, ", "))
}

// visible returns the commands that a user sees.
func visible(app *kong.Application) []*kong.Node {
	return slices.DeleteFunc(slices.Clone(app.Children), func(n *kong.Node) bool { return n.Hidden })
}

// names returns the visible commands, separated by spaces.
func names(app *kong.Application) string {
	var out []string
	for _, n := range visible(app) {
		out = append(out, n.Name)
	}
	return strings.Join(out, " ")
}

// choices returns the fixed values of a flag or argument, separated by spaces.
func choices(v *kong.Value) string { return strings.ReplaceAll(v.Enum, ",", " ") }

// bash returns a completion function for bash. It offers the commands, then the fixed values of
// the flag before the cursor, then the flags of the command. File names are left to the shell.
func bash(app *kong.Application) string {
	var b strings.Builder
	fmt.Fprintf(&b, `_%[1]s() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "%[2]s" -- "$word"))
        return
    fi
    case "${COMP_WORDS[1]} $before" in
`, app.Name, names(app))
	for _, n := range visible(app) {
		for _, f := range flags(n) {
			if f.Enum != "" {
				fmt.Fprintf(&b, "    %q) words=%q ;;\n", n.Name+" --"+f.Name, choices(f.Value))
			}
		}
	}
	fmt.Fprintf(&b, "    *) case \"${COMP_WORDS[1]}\" in\n")
	for _, n := range visible(app) {
		if words := bashWords(app, n); words != "" {
			fmt.Fprintf(&b, "        %s) words=%q ;;\n", n.Name, words)
		}
	}
	fmt.Fprintf(&b, `        esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _%[1]s %[1]s
`, app.Name)
	return b.String()
}

// bashWords returns the words that bash offers after a command: its flags, and fixed arguments.
func bashWords(app *kong.Application, n *kong.Node) string {
	var words []string
	for _, f := range flags(n) {
		words = append(words, "--"+f.Name)
		if f.Tag.Negatable != "" {
			words = append(words, "--no-"+f.Name)
		}
	}
	for _, a := range n.Positional {
		switch {
		case a.Enum != "":
			words = append(words, choices(a))
		case a.Name == "command":
			words = append(words, names(app))
		}
	}
	return strings.Join(words, " ")
}

// fish returns one `complete` line per command and flag. Fish shows the help text next to each.
func fish(app *kong.Application) string {
	var b strings.Builder
	for _, n := range visible(app) {
		fmt.Fprintf(&b, "complete -c %s -f -n __fish_use_subcommand -a %s -d %s\n", app.Name, n.Name, quote(n.Help))
	}
	for _, n := range visible(app) {
		when := fmt.Sprintf("complete -c %s -n '__fish_seen_subcommand_from %s'", app.Name, n.Name)
		for _, f := range flags(n) {
			line := when + " -l " + f.Name
			if f.Short != 0 {
				line += fmt.Sprintf(" -s %c", f.Short)
			}
			switch {
			case f.Enum != "":
				line += " -x -a " + quote(choices(f.Value))
			case !f.IsBool():
				line += " -r"
			}
			fmt.Fprintf(&b, "%s -d %s\n", line, quote(f.Help))
		}
		for _, a := range n.Positional {
			switch {
			case a.Enum != "":
				fmt.Fprintf(&b, "%s -f -a %s\n", when, quote(choices(a)))
			case a.Name == "command":
				fmt.Fprintf(&b, "%s -f -a %s\n", when, quote(names(app)))
			}
		}
	}
	return b.String()
}

// quote puts text between single quotes for fish.
func quote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}
