package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"sluice/cmd/sluice/internal/manual"
	"sluice/cmd/sluice/internal/settings"
)

// grammar is the whole command line. Every command is a field, with its flags,
// its long text and its Run in a file of its own.
type grammar struct {
	Crawl  crawlCmd  `cmd:"" group:"crawl" help:"Crawl sites, or go on where a crawl stopped."`
	Status statusCmd `cmd:"" group:"crawl" help:"Show the crawl that runs on a library."`
	Stop   stopCmd   `cmd:"" group:"crawl" help:"Stop the crawl that runs on a library."`
	Check  checkCmd  `cmd:"" group:"crawl" help:"Tell whether a URL would be fetched, and why not."`

	Fetch   fetchCmd   `cmd:"" group:"keep" help:"Fetch and read the documents that wait, and nothing else."`
	Add     addCmd     `cmd:"" group:"keep" help:"Take in files and documents that people submit."`
	Convert convertCmd `cmd:"" group:"keep" help:"Read what could not be read before, and make viewing copies."`
	Judge   judgeCmd   `cmd:"" group:"keep" help:"Say what a document is; the filter learns from it."`
	Train   trainCmd   `cmd:"" group:"keep" help:"Train the document filter on labelled files."`
	Edit    editCmd    `cmd:"" group:"keep" help:"Put right what is known of a document."`
	Trash   trashCmd   `cmd:"" group:"keep" help:"List, take back or throw away what was rejected or replaced."`
	Verify  verifyCmd  `cmd:"" group:"keep" help:"Check every stored document against its hash and the catalogue."`
	Restore restoreCmd `cmd:"" group:"keep" help:"Get missing and damaged documents again, from the archive or the Web."`
	Remove  removeCmd  `cmd:"" group:"keep" help:"Take a page, a document or a host out of the library, and keep it out."`

	Report    reportCmd    `cmd:"" group:"look" help:"Show what was got: totals, sites, types, errors, rates."`
	Pages     pagesCmd     `cmd:"" group:"look" help:"List the URLs fetched that are no documents."`
	Documents documentsCmd `cmd:"" group:"look" help:"List the documents, with genre, state and citations."`
	Sites     sitesCmd     `cmd:"" group:"look" help:"List the sites."`
	Links     linksCmd     `cmd:"" group:"look" help:"List the links to other hosts."`
	Show      showCmd      `cmd:"" group:"look" help:"Tell all that is known about one URL or document."`

	Doctor doctorCmd `cmd:"" group:"look" help:"Examine the machine and the library: what is missing or damaged, and what to do."`

	Search searchCmd `cmd:"" group:"take" help:"Find documents and pages by their words."`
	Cat    catCmd    `cmd:"" group:"take" help:"Print the stored body of a URL."`
	Export exportCmd `cmd:"" group:"take" help:"Write the library in a format that others read."`

	Rebuild    rebuildCmd    `cmd:"" group:"other" help:"Make catalogue and frontier anew from the archive, or the search index."`
	Demo       demoCmd       `cmd:"" group:"other" help:"Crawl a small university web that the program brings along."`
	HelpCmd    helpCmd       `cmd:"" name:"help" group:"other" help:"Show the manual, or that of one command."`
	Man        manCmd        `cmd:"" group:"other" help:"Print the manual as a man page."`
	Completion completionCmd `cmd:"" group:"other" help:"Print a script that makes a shell complete commands and flags."`
	Version    versionCmd    `cmd:"" group:"other" help:"Print the version."`
}

var groups = []kong.Group{
	{Key: "crawl", Title: "Crawling"},
	{Key: "keep", Title: "Keeping documents"},
	{Key: "look", Title: "Looking into a library"},
	{Key: "take", Title: "Taking things out"},
	{Key: "other", Title: "Other commands"},
	{Key: "visit", Title: "What to visit"},
	{Key: "documents", Title: "Documents"},
	{Key: "limits", Title: "Limits"},
	{Key: "politeness", Title: "Politeness"},
	{Key: "network", Title: "Identity and network"},
	{Key: "output", Title: "Library and output"},
}

//go:embed manual.txt
var manualText string

// Help is the long text of the manual's first page.
func (grammar) Help() string { return manualText }

// run does what args say and gives the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, err io.Writer) int {
	c := &console{in: in, out: out, err: err}
	return exitCode(c.run(ctx, args), err)
}

// errHelped ends the parsing of a command line that asked for help and got it.
var errHelped = errors.New("help was shown")

func (c *console) run(ctx context.Context, args []string) error {
	var g grammar
	parser, err := kong.New(&g,
		kong.Name("sluice"),
		kong.Description("A polite, complete web crawler that keeps what it got."),
		kong.ExplicitGroups(groups),
		kong.Vars(settings.Vars()),
		kong.Writers(c.out, c.err),
		kong.Help(func(_ kong.HelpOptions, ctx *kong.Context) error {
			c.model = ctx.Model
			if err := c.help(ctx.Selected()); err != nil {
				return err
			}
			return errHelped
		}),
	)
	if err != nil {
		return fmt.Errorf("grammar: %w", err)
	}
	c.model = parser.Model
	if len(args) == 0 {
		return usagef("no command; try `sluice help`")
	}
	if slices.Equal(args, []string{"--version"}) {
		args = []string{"version"}
	}
	line, err := parser.Parse(withNegatives(args))
	switch {
	case errors.Is(err, errHelped):
		return nil
	case err != nil:
		return usageError{misused(err)}
	}
	for _, p := range line.Path {
		if p.Flag != nil {
			c.given = append(c.given, p.Flag.Name)
		}
	}
	line.BindTo(ctx, (*context.Context)(nil))
	return line.Run(c)
}

// plainWords are what the parser's messages become.
var plainWords = []struct {
	raw   *regexp.Regexp
	plain string
}{
	{regexp.MustCompile(`^expected one of (.*)`), "a command is missing: one of $1"},
	{regexp.MustCompile(`^expected "<?([^>" ]*)>?.*`), "$1 is missing"},
	{regexp.MustCompile(`: expected duration but got ("[^"]*").*`), ": $1 is no time; write 500ms, 10s or 2h"},
	{regexp.MustCompile(`: expected a valid .* but got ("[^"]*").*`), ": $1 is no number"},
	{regexp.MustCompile(`","`), ", "},
}

// misused says in plain words what the parser found wrong with a command line, and how the command is written.
func misused(err error) error {
	var wrong *kong.ParseError
	if !errors.As(err, &wrong) {
		return err
	}
	what := err.Error()
	for _, p := range plainWords {
		what = p.raw.ReplaceAllString(what, p.plain)
	}
	node := wrong.Context.Selected()
	if node == nil {
		return fmt.Errorf("%s; try `sluice help`", what)
	}
	return fmt.Errorf("%s\nusage: %s; see `sluice help %s`", what, manual.Synopsis(node), node.Path())
}

// withNegatives joins a negative number to its flag, so that it is taken for a value and refused as one.
func withNegatives(args []string) []string {
	var out []string
	for i, arg := range args {
		if arg == "--" {
			return append(out, args[i:]...)
		}
		negative := len(arg) > 1 && arg[0] == '-' && '0' <= arg[1] && arg[1] <= '9'
		if last := len(out) - 1; negative && last >= 0 && strings.HasPrefix(out[last], "--") && !strings.Contains(out[last], "=") {
			out[last] += "=" + arg
		} else {
			out = append(out, arg)
		}
	}
	return out
}
