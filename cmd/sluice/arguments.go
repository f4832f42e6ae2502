package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"sluice/cmd/sluice/internal/settings"
)

// normalized returns the words of a command line as the parser expects them.
func (c *console) normalized(args []string) ([]string, error) {
	args, err := c.withCurrentNames(args)
	return withNegatives(withExclusions(c.model, withCommandFirst(c.model, args))), err
}

// withExclusions makes NOT of the minus before a word that `sluice search` is not to find, as in -java: the parser would take it for a flag.
func withExclusions(app *kong.Application, args []string) []string {
	if len(args) == 0 || args[0] != "search" {
		return args
	}
	command := app.Children[slices.IndexFunc(app.Children, func(n *kong.Node) bool { return n.Name == args[0] })]
	out := args[:1:1]
	isValue := false // of the flag before it
	for i, arg := range args[1:] {
		if arg == "--" {
			return append(out, args[i+1:]...)
		}
		f := flagOf(command, arg)
		if word, ok := strings.CutPrefix(arg, "-"); ok && f == nil && !isValue && len(word) > 1 && word[0] != '-' && (word[0] < '0' || '9' < word[0]) {
			out = append(out, "NOT")
			arg = word
		}
		out = append(out, arg)
		isValue = f != nil && !f.IsBool() && !strings.Contains(arg, "=")
	}
	return out
}

// withCommandFirst moves flags that stand before the command behind it: the parser has no flags of the program itself but --help.
func withCommandFirst(app *kong.Application, args []string) []string {
	begin := 0 // of the command
	for begin < len(args) && strings.HasPrefix(args[begin], "-") && args[begin] != "--" {
		f := flagOf(app.Node, args[begin])
		if f == nil {
			return args // the parser refuses it
		}
		begin++
		if begin < len(args) && !f.IsBool() && (args[begin-1] == "--"+f.Name || args[begin-1] == "-"+string(f.Short)) {
			begin++ // its value
		}
	}
	if begin == 0 || begin == len(args) {
		return args
	}
	end := begin
	for nodes := app.Children; end < len(args); end++ {
		i := slices.IndexFunc(nodes, func(n *kong.Node) bool { return n.Name == args[end] })
		if i < 0 {
			break
		}
		nodes = nodes[i].Children
	}
	end = max(end, begin+1) // the parser names an unknown command
	return slices.Concat(args[begin:end], args[:begin], args[end:])
}

// flagOf returns the flag that a word sets, of the first command that has one of this name; nil if none has.
func flagOf(n *kong.Node, word string) *kong.Flag {
	name, _, _ := strings.Cut(word, "=")
	for _, f := range n.Flags {
		isLong := "--"+f.Name == name || f.Tag.Negatable != "" && "--no-"+f.Name == name
		if isLong || f.Short != 0 && !strings.HasPrefix(word, "--") && strings.HasPrefix(word, "-"+string(f.Short)) {
			return f
		}
	}
	for _, child := range n.Children {
		if f := flagOf(child, word); f != nil {
			return f
		}
	}
	return nil
}

// withCurrentNames replaces the former names of flags by their present ones, with a note for each. The flags are sizes; one without
// a unit is refused, because --max-page 5 is probably a misspelt --max-pages.
func (c *console) withCurrentNames(args []string) ([]string, error) {
	out := slices.Clone(args)
	for i, arg := range out {
		if arg == "--" {
			break
		}
		flag, value, joined := strings.Cut(arg, "=")
		now := settings.Renamed(strings.TrimPrefix(flag, "--"))
		if !strings.HasPrefix(flag, "--") || now == "" {
			continue
		}
		if !joined && i+1 < len(out) {
			value = out[i+1]
		}
		if _, err := strconv.ParseUint(value, 10, 64); err == nil {
			return nil, usagef("%s is now called --%s and needs a size, such as 10MB; --max-pages %s is the number of pages", flag, now, value)
		}
		fmt.Fprintf(c.notes, "note: %s is now called --%s.\n", flag, now)
		out[i] = "--" + now + strings.TrimPrefix(arg, flag)
	}
	return out, nil
}

// withNegatives joins a negative number, the column after --sort, or the rule after --rules, to the flag before it. The parser would take
// "-5" for a flag of its own; joined, the number is refused as a wrong value of the right flag.
func withNegatives(args []string) []string {
	var out []string
	for i, arg := range args {
		if arg == "--" {
			return append(out, args[i:]...)
		}
		negative := len(arg) > 1 && arg[0] == '-' && ('0' <= arg[1] && arg[1] <= '9' || i > 0 && (args[i-1] == "--sort" || args[i-1] == "--rules" && arg[1] != '-'))
		if last := len(out) - 1; negative && last >= 0 && strings.HasPrefix(out[last], "--") && !strings.Contains(out[last], "=") {
			out[last] += "=" + arg
		} else {
			out = append(out, arg)
		}
	}
	return out
}
