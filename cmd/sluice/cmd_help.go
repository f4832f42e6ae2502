package main

import (
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"sluice/cmd/sluice/internal/manual"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/suggestion"
	"sluice/internal/version"
)

// helpCmd shows manual pages, as --help does.
type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command; without one, the manual of the program is shown. 'where' shows the columns and operators of conditions."`
}

// Run follows the words from command to command: `sluice help trash empty`.
func (h *helpCmd) Run(c *console) error {
	if slices.Equal(h.Command, []string{"where"}) {
		_, err := io.WriteString(c.out, wherePage().Text(screen.TerminalWidth(c.out, 80)))
		return err
	}
	node, err := c.command(h.Command, "where")
	if err != nil {
		return err
	}
	return c.help(node)
}

// command returns the command of a name, which may have several words; nil for none. An unknown word gets a suggestion, which may be one
// of the other pages, too.
func (c *console) command(words []string, pages ...string) (node *kong.Node, err error) {
	nodes := c.model.Children
	for _, name := range words {
		i := slices.IndexFunc(nodes, func(n *kong.Node) bool { return n.Name == name })
		if i < 0 {
			return nil, usagef("unknown command %q%s; `sluice help` lists the commands", strings.Join(words, " "), suggestion.Hint(name, append(manual.Names(nodes), pages...)))
		}
		node, nodes = nodes[i], nodes[i].Children
	}
	return node, nil
}

// manCmd prints the manual as a man page. Packagers call it, so its output has no terminal codes.
type manCmd struct {
	Command []string `arg:"" optional:"" help:"The command; without one, a page with all commands is printed."`
}

// Help returns the long text of `sluice man`.
func (manCmd) Help() string {
	return `Prints one page with all commands in the format of man(1), or the page of one command. On a terminal the
page of a command is shown as text.

EXAMPLES

    sluice man crawl
    sluice man | man -l -
    sluice man >/usr/local/share/man/man1/sluice.1`
}

// Run writes one page with all commands, or that of one. A person who types `sluice man crawl` wants to read it.
func (m *manCmd) Run(c *console) error {
	page := manual.Whole(c.model)
	if len(m.Command) > 0 {
		node, err := c.command(m.Command)
		if err != nil {
			return err
		}
		if screen.IsTerminal(c.out) {
			return c.help(node)
		}
		page = manual.Command(node)
	}
	build := version.Current()
	date, _, _ := strings.Cut(build.Date, "T")
	_, err := io.WriteString(c.out, page.Roff(date, "Sluice "+build.Version))
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
