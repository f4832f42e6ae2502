package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// bash returns a completion function for bash. It finds the command on the line, and offers the values of the flag before the
// cursor, else what may follow the command.
func bash(app *kong.Application) string {
	var known []string
	var values, after strings.Builder
	for _, n := range withChildren(app.Children) {
		known = append(known, quote(path(n)))
		for _, f := range flags(n) {
			if f.IsBool() {
				continue
			}
			fmt.Fprintf(&values, "    %s) %s ;;\n", bashPatterns(n, f), bashValues(f.Value))
		}
		files := ""
		if takesFiles(n) {
			files = " kind=file"
		}
		fmt.Fprintf(&after, "        %s) words=%s flags=%s%s ;;\n", quote(path(n)), quote(words(app, n)), quote(longFlags(n)), files)
	}
	return fmt.Sprintf(`# Completion of %[1]s for bash.
_%[1]s() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} path= words= flags= kind= i
    # Bash divides --flag=value into three words.
    case $word in =) word= ;; *) [ "$before" != = ] || before=${COMP_WORDS[COMP_CWORD-2]} ;; esac
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "$path${path:+ }${COMP_WORDS[i]}" in
        %[2]s) path="$path${path:+ }${COMP_WORDS[i]}" ;;
        esac
    done
    case "$path $before" in
%[3]s    *) case $path in
        '') words=%[4]s ;;
%[5]s        esac ;;
    esac
    case $word in -*) words=$flags ;; esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    case $kind$word in
    file-*) ;;
    file*) compopt -o filenames 2>/dev/null; mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$word") ;;
    folder*) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    esac
}
complete -F _%[1]s %[1]s
`, app.Name, strings.Join(known, "|"), values.String(), quote(names(app.Node)), after.String())
}

// bashPatterns returns the patterns of "COMMAND FLAG" for all spellings of a flag with a value.
func bashPatterns(n *kong.Node, f *kong.Flag) string {
	var out []string
	for _, s := range spellings(f) {
		out = append(out, quote(path(n)+" "+s))
	}
	return strings.Join(out, "|")
}

// bashValues returns the assignment that offers the values of a flag.
func bashValues(v *kong.Value) string {
	switch domainOf(v) {
	case fixed:
		return "words=" + quote(choices(v))
	case folders:
		return "kind=folder"
	case paths:
		return "kind=file"
	}
	return "" // any text
}
