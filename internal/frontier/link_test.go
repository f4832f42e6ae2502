package frontier_test

import (
	"testing"

	"sluice/internal/frontier"
)

func TestStateIsReadAsWritten(t *testing.T) {
	for s := frontier.New; s <= frontier.Dropped; s++ {
		name, err := s.MarshalText()
		var got frontier.State
		if err == nil {
			err = got.UnmarshalText(name)
		}
		if err != nil || got != s {
			t.Errorf("%v written as %q is read as %v, %v", s, name, got, err)
		}
	}
	var s frontier.State
	if err := s.UnmarshalText([]byte("fetched")); err == nil {
		t.Errorf("an unknown name is read as %v", s)
	}
}
