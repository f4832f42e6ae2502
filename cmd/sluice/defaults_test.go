package main

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sluice/cmd/sluice/internal/units"

	"sluice/cmd/sluice/internal/settings"
	"sluice/crawl"
	"sluice/document/genre"
	"sluice/focus"
)

// TestDefaultsAreThoseOfTheEngine compares what a user gets who sets nothing with the table of the
// engine, which has the only copy of the defaults.
func TestDefaultsAreThoseOfTheEngine(t *testing.T) {
	cfg, err := engineConfig(settings.Default(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defaults := crawl.Defaults()
	if cfg.Network.UserAgent == "" { // left to the engine
		cfg.Network.UserAgent = defaults.Network.UserAgent
	}
	got, want := reflect.ValueOf(cfg), reflect.ValueOf(defaults)
	for i := range got.NumField() {
		name := got.Type().Field(i).Name
		if name == "Judge" || name == "Log" {
			continue // left to the engine
		}
		if !reflect.DeepEqual(got.Field(i).Interface(), want.Field(i).Interface()) {
			t.Errorf("%s is %v by default; the engine has %v", name, got.Field(i), want.Field(i))
		}
	}
	var accepted []genre.Genre
	for _, name := range settings.Default().Accept {
		accepted = append(accepted, genre.Genre(name))
	}
	if !slices.Equal(accepted, genre.Wanted) {
		t.Errorf("accepted are %v by default, want %v", accepted, genre.Wanted)
	}
}

// TestManualNamesFlagsThatAreNoKeys compares the flags of sluice crawl with the keys of sluice.yaml.
func TestManualNamesFlagsThatAreNoKeys(t *testing.T) {
	_, help, _ := runCommand("help")
	_, named, _ := strings.Cut(strings.Join(strings.Fields(help), " "), "are keys here, except for ")
	named, _, _ = strings.Cut(named, ".")
	_, flags, _ := runCommand("help", "crawl")
	all := regexp.MustCompile(`(?m)^    (?:-\w, )?--(?:\[no-\])?([a-z-]+)`).FindAllStringSubmatch(flags, -1)
	if len(all) < len(settings.Keys()) {
		t.Errorf("only %d flags in\n%s", len(all), flags)
	}
	for _, m := range all {
		if isNamed := slices.Contains(strings.FieldsFunc(named, func(r rune) bool { return r == ' ' || r == ',' }), "--"+m[1]); slices.Contains(settings.Keys(), m[1]) == isNamed {
			t.Errorf("--%s is a key: %t; the manual excepts %s", m[1], !isNamed, named)
		}
	}
}

// TestHelpAndFileShowTheDefaults looks for the value of each default in the manual. A
// sluice.yaml that sets all keys to these values says nothing new.
func TestHelpAndFileShowTheDefaults(t *testing.T) {
	code, help, complaints := runCommand("help", "crawl")
	if code != exitDone {
		t.Fatalf("exit code %d\n%s", code, complaints)
	}
	help = strings.Join(strings.Fields(help), " ")
	d := crawl.Defaults()
	file := ""
	for _, test := range []struct{ key, value string }{
		{"scope", string(d.Scope.Kind)}, {"index", string(d.Storage.Index)}, {"delay", d.Politeness.Delay.String()}, {"strategy", focus.Default},
		{"max-document-size", units.Size(d.Limits.DocumentSize).String()}, {"max-page-size", units.Size(d.Limits.PageSize).String()},
		{"max-level", strconv.Itoa(d.Limits.Level)}, {"max-hosts", strconv.Itoa(d.Limits.Hosts)}, {"retries", strconv.Itoa(d.Politeness.Retries)},
		{"per-host", strconv.Itoa(d.Politeness.PerHost)}, {"per-address", strconv.Itoa(d.Politeness.PerAddress)}, {"workers", strconv.Itoa(d.Politeness.Workers)},
	} {
		_, flag, _ := strings.Cut(help, " --"+test.key+" ")
		if _, value, _ := strings.Cut(flag, "Default: "); !strings.HasPrefix(value, test.value+".") {
			t.Errorf("help of --%s does not show the default %s: %.300s", test.key, test.value, flag)
		}
		file += test.key + ": " + test.value + "\n"
	}
	layer, err := settings.Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if lasting := layer.Lasting(); len(lasting) > 0 {
		t.Errorf("settings %v differ from the defaults", lasting)
	}
}
