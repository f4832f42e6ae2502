package settings_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"sluice/cmd/sluice/internal/settings"
)

// flags are those of a command line on which nothing is set.
func flags() settings.Cycle {
	return settings.Cycle{Places: 30, NewShare: 0.5, GoodShare: 0.25, MediumShare: 0.25, MediumChosen: 0.5, WaitDays: []int{15, 30, 60, 180}, HomePages: 100, CandidatesRule: "improved"}
}

// writeSettings writes the settings file of a library, and returns its folder.
func writeSettings(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, settings.FileName), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestCycleSettings: the file overrides the defaults, a flag the file. They are no settings of a crawl.
func TestCycleSettings(t *testing.T) {
	dir := writeSettings(t, "places: 7\nnew-share: 0.25\nwait-days: [1, 2]\nkeywords: words.txt\ndelay: 2s\nhome-pages: 9\n")
	set := flags()
	set.HomePages = 3
	got, err := settings.LoadCycle(dir, &set, []string{"home-pages"})
	if err != nil {
		t.Fatal(err)
	}
	want := flags()
	want.Places, want.NewShare, want.WaitDays, want.Keywords, want.HomePages = 7, 0.25, []int{1, 2}, filepath.Join(dir, "words.txt"), 3
	if !reflect.DeepEqual(*got, want) {
		t.Errorf("LoadCycle() = %+v, want %+v", *got, want)
	}
	rules, err := got.Rules()
	if err != nil || len(rules.Waits) != 2 || rules.Waits[1] != 48*time.Hour {
		t.Errorf("Rules() = %+v, %v", rules, err)
	}
	if _, err := got.Subject(); err == nil || !strings.Contains(err.Error(), "words.txt") {
		t.Errorf("keywords that are not there: %v", err)
	}
	layer, err := settings.LoadToCrawl(dir)
	if err != nil || len(layer) != 1 {
		t.Errorf("settings of a crawl are %v, %v, want the delay alone", layer, err)
	}
	set = flags()
	if got, err := settings.LoadCycle(t.TempDir(), &set, nil); err != nil || !reflect.DeepEqual(*got, flags()) {
		t.Errorf("without a file: %+v, %v", got, err)
	}
}

func TestCycleSettingsThatAreNotPossible(t *testing.T) {
	for text, want := range map[string]string{
		"places: many\n": `sluice.yaml:1: places: "many" is not a whole number`, "delay: 1s\nnew-share: half\n": `sluice.yaml:2: new-share: "half" is not a number`,
		"wait-days: [1, x]\n": `sluice.yaml:1: wait-days: "x" is not a whole number`, "places: [1, 2]\n": "places: needs one value, not a list", "palces: 3\n": `unknown key "palces" (did you mean places?)`,
		"candidates-rule: none\n": `"none" is not one of`, "places: 1\nplaces: 2\n": `"places" already defined`,
	} {
		set := flags()
		if _, err := settings.LoadCycle(writeSettings(t, text), &set, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for name, change := range map[string]func(*settings.Cycle){"home-pages": func(c *settings.Cycle) { c.HomePages = -1 }, "cited-documents": func(c *settings.Cycle) { c.CitedDocuments = 10_001 }, "places": func(c *settings.Cycle) { c.Places = 0 },
		"wait-days": func(c *settings.Cycle) { c.WaitDays = []int{99999} }} {
		set := flags()
		change(&set)
		if _, err := set.Rules(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
