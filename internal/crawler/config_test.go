package crawler_test

import (
	"reflect"
	"testing"

	"sluice/crawl"
	"sluice/internal/crawler"
)

// TestZeroGroupIsItsDefault: each group of a Config works as it is, and means the same as the table of defaults.
func TestZeroGroupIsItsDefault(t *testing.T) {
	want := crawler.Settings(crawl.Defaults())
	if err := crawler.Validate(want); err != nil {
		t.Fatalf("the defaults are refused: %v", err)
	}
	fields := reflect.TypeFor[crawl.Config]()
	for i := range fields.NumField() {
		cfg := crawl.Defaults()
		reflect.ValueOf(&cfg).Elem().Field(i).SetZero()
		compareSettings(t, "without "+fields.Field(i).Name, crawler.Settings(cfg), want)
	}
	compareSettings(t, "without anything", crawler.Settings(crawl.Config{}), want)
}

// compareSettings compares two configurations field by field. Functions are equal if both are set or both are not.
func compareSettings(t *testing.T, name string, got, want crawl.Config) {
	t.Helper()
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range g.NumField() {
		field := g.Type().Field(i).Name
		switch g.Field(i).Kind() {
		case reflect.Func:
			if g.Field(i).IsNil() != w.Field(i).IsNil() {
				t.Errorf("%s: %s is set: %t, want %t", name, field, !g.Field(i).IsNil(), !w.Field(i).IsNil())
			}
		default:
			if !reflect.DeepEqual(g.Field(i).Interface(), w.Field(i).Interface()) {
				t.Errorf("%s: %s = %+v, want %+v", name, field, g.Field(i), w.Field(i))
			}
		}
	}
}

// TestNegativeMeansNone: a negative number switches a default off.
func TestNegativeMeansNone(t *testing.T) {
	got := crawler.Settings(crawl.Config{Politeness: crawl.Politeness{Delay: -1, PerAddress: -1, Retries: -1}}).Politeness
	if got.Delay != 0 || got.PerAddress != 0 || got.Retries != 0 {
		t.Errorf("politeness %+v, want no delay, no limit of an address, no retries", got)
	}
}
