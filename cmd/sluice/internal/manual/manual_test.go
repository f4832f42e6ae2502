package manual_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"sluice/cmd/sluice/internal/manual"
)

type brew struct {
	Strength string `group:"taste" enum:"mild,strong" default:"mild" help:"How strong it shall be."`
	Milk     bool   `group:"taste" negatable:"" help:"With milk."`
	Cups     int    `short:"c" placeholder:"N" help:"So many cups."`
	Secret   bool   `hidden:"" help:"Not shown."`
	Bean     string `arg:"" help:"The bean."`
}

func (brew) Help() string {
	return `Brews coffee.

EXAMPLES

    pot brew -c 2 arabica
    .hidden 'quote'

` + "`--cups`: As many as you like."
}

func model(t *testing.T) *kong.Application {
	t.Helper()
	parser, err := kong.New(&struct {
		Brew brew     `cmd:"" group:"make" help:"Make coffee."`
		Wash struct{} `cmd:"" group:"make" help:"Clean up."`
	}{}, kong.Name("pot"), kong.Description("A coffee pot."),
		kong.ExplicitGroups([]kong.Group{{Key: "make", Title: "Making"}, {Key: "taste", Title: "Taste"}}))
	if err != nil {
		t.Fatal(err)
	}
	return parser.Model
}

func TestCommandPage(t *testing.T) {
	got := manual.Command(model(t).Children[0]).Text(60)
	want := `NAME
    pot brew - make coffee

SYNOPSIS
    pot brew [flags] BEAN

DESCRIPTION
    Brews coffee.

ARGUMENTS
    BEAN          The bean.

TASTE
    --strength mild|strong
        How strong it shall be. Default: mild.

    --[no-]milk
        With milk.

FLAGS
    -c, --cups N  So many cups.

EXAMPLES
    pot brew -c 2 arabica
    .hidden 'quote'

    --cups        As many as you like.
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestNoLineIsWiderThanTheTerminal(t *testing.T) {
	for _, width := range []int{40, 50, 72} {
		for line := range strings.Lines(manual.Whole(model(t)).Text(width)) {
			if len(strings.TrimRight(line, "\n")) > width {
				t.Errorf("at %d columns: %q", width, line)
			}
		}
	}
}

func TestRoffEscapesRequests(t *testing.T) {
	got := manual.Whole(model(t)).Roff("2026-11-22", "Pot 1.0")
	for _, want := range []string{".TH POT 1 \"2026-11-22\" \"Pot 1.0\"\n", ".SH POT BREW\n", "\n\\&.hidden 'quote'\n", `\fB\-c, \-\-cups N\fR`} {
		if !strings.Contains(got, want) {
			t.Errorf("roff has no %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "Secret") || strings.Contains(got, "secret") {
		t.Error("a hidden flag is shown")
	}
}

func TestCompletionIsValidShell(t *testing.T) {
	for _, shell := range manual.Shells {
		script, err := manual.Completion(model(t), shell)
		if err != nil {
			t.Fatal(err)
		}
		path, err := exec.LookPath(shell)
		if err != nil {
			continue // not on this machine
		}
		check := exec.Command(path, "-n")
		check.Stdin = strings.NewReader(script)
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%s -n: %v\n%s", shell, err, out)
		}
	}
	if _, err := manual.Completion(model(t), "csh"); err == nil {
		t.Error("an unknown shell is taken")
	}
}

func TestCommandWithSubcommandsListsThem(t *testing.T) {
	parser, err := kong.New(&struct {
		Bean struct {
			Grind struct {
				Fine bool `help:"As dust."`
			} `cmd:"" help:"Grind it."`
			Throw struct{} `cmd:"" hidden:"" help:"Not shown."`
		} `cmd:"" help:"What to do with a bean."`
	}{}, kong.Name("pot"))
	if err != nil {
		t.Fatal(err)
	}
	got := manual.Command(parser.Model.Children[0]).Text(60)
	if !strings.Contains(got, "pot bean COMMAND") || !strings.Contains(got, "COMMANDS\n    grind         Grind it.") || strings.Contains(got, "throw") {
		t.Errorf("the page of the command is\n%s", got)
	}
	if whole := manual.Whole(parser.Model).Text(60); !strings.Contains(whole, "POT BEAN GRIND\n") || !strings.Contains(whole, "As dust.") {
		t.Errorf("the whole manual is\n%s", whole)
	}
}
