package analysis

import (
	"fmt"
	"io"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/models"
)

// VersionTable writes versions of models as a table.
type VersionTable func(out io.Writer, versions []models.Version) error

// WriteTrials writes what came of learning the models of a library again.
func WriteTrials(out io.Writer, trials []models.Version) error {
	w := newWriter(out)
	var rows [][]string
	for _, v := range trials {
		taken := "no"
		if v.Taken {
			taken = v.Name()
		}
		before, after := percents(&v)
		rows = append(rows, []string{string(v.Kind), orDash(v.Learned), screen.Count(int64(v.Cases)), before, after, taken, v.Reason})
	}
	title := "Learned again"
	if len(trials) > 0 {
		title = fmt.Sprintf("Learned again from %s, compared on the one that began at %s", screen.Counted(int64(trials[0].Crawls), "crawl"), screen.Time(trials[0].HeldOut))
	}
	w.table(title, rows, screen.Column{Title: "model"}, name("learned from earlier crawls"), number("cases"), number("before"), number("after"),
		screen.Column{Title: "taken"}, screen.Column{Title: "why"})
	w.note("before and after are percents:")
	for _, v := range trials {
		w.note("%-7s  %s", v.Kind, v.Measure)
	}
	return w.err
}

// WriteVersions writes the versions of the models of a library.
func WriteVersions(out io.Writer, versions []models.Version) error {
	w := newWriter(out)
	var rows [][]string
	for _, v := range versions {
		use := ""
		if v.InUse {
			use = "in use"
		}
		before, after := percents(&v)
		crawls, heldOut := "-", "-"
		if v.Crawls > 0 {
			crawls, heldOut = screen.Count(int64(v.Crawls)), screen.Time(v.HeldOut)
		}
		rows = append(rows, []string{v.Name(), screen.Time(v.At), crawls, heldOut, before, after, use, v.Reason})
	}
	w.table("Versions of models", rows, screen.Column{Title: "version"}, screen.Column{Title: "made"}, number("crawls"), screen.Column{Title: "measured on that of"},
		number("before"), number("after"), screen.Column{Title: "use"}, name("why"))
	if !w.begun && w.err == nil {
		_, w.err = fmt.Fprintln(out, "No model was learned again yet.")
	}
	return w.err
}

// percents returns both figures of a version in percent; a dash for each that was not measured.
func percents(v *models.Version) (before, after string) {
	if v.Model == nil || v.ByHand {
		return "-", "-"
	}
	return fmt.Sprintf("%.1f", 100*v.Before), fmt.Sprintf("%.1f", 100*v.After)
}

// orDash returns a text, or a dash in place of an empty one.
func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
