package main

import (
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"sluice/cmd/sluice/internal/manual"
	"sluice/internal/version"
)

// helpCmd shows manual pages, as --help does.
type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command; without one, the manual of the program is shown."`
}

// Run follows the words from command to command: `sluice help trash empty`.
func (h *helpCmd) Run(c *console) error {
	var node *kong.Node
	nodes := c.model.Children
	for _, name := range h.Command {
		i := slices.IndexFunc(nodes, func(n *kong.Node) bool { return n.Name == name })
		if i < 0 {
			return usagef("unknown command %q; `sluice help` lists the commands", strings.Join(h.Command, " "))
		}
		node, nodes = nodes[i], nodes[i].Children
	}
	return c.help(node)
}

// manCmd prints the manual as a man page. Packagers call it, so its output has no terminal codes.
type manCmd struct{}

// Help returns the long text of `sluice man`.
func (manCmd) Help() string {
	return `Prints one page with all commands in the format of man(1).

EXAMPLES

    sluice man | man -l -
    sluice man >/usr/local/share/man/man1/sluice.1`
}

// Run writes one page with all commands.
func (manCmd) Run(c *console) error {
	build := version.Current()
	date, _, _ := strings.Cut(build.Date, "T")
	_, err := io.WriteString(c.out, manual.Whole(c.model).Roff(date, "Sluice "+build.Version))
	return err
}

// completionCmd prints a completion script. The script is derived from the grammar and cannot lag
// behind it.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell."`
}

// Help returns the long text of `sluice completion`.
func (completionCmd) Help() string {
	return `EXAMPLES

    source <(sluice completion bash)        # in ~/.bashrc
    source <(sluice completion zsh)         # in ~/.zshrc, after compinit
    sluice completion fish | source         # in config.fish`
}

// Run writes the script; an unknown shell is wrong use.
func (s *completionCmd) Run(c *console) error {
	script, err := manual.Completion(c.model, s.Shell)
	if err != nil {
		return usageError{err}
	}
	_, err = io.WriteString(c.out, script)
	return err
}
