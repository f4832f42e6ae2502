package settings_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/cmd/sluice/internal/settings"
)

func TestSeedsMayHaveCommentsBehindThem(t *testing.T) {
	const file = "# all\nhttp://a.example/ # home\nhttp://b.example/#part\nhttp://c.example/\t#\n"
	lines, err := settings.ReadSeeds(strings.NewReader(file), "seeds.txt")
	want := []settings.Line{{Number: 2, Text: "http://a.example/"}, {Number: 3, Text: "http://b.example/#part"}, {Number: 4, Text: "http://c.example/"}}
	if diff := cmp.Diff(want, lines); diff != "" || err != nil {
		t.Errorf("ReadSeeds (-want +got), %v:\n%s", err, diff)
	}
}
