package profile_test

import (
	"strings"
	"testing"

	"sluice/cmd/sluice/internal/profile"
	"sluice/cmd/sluice/internal/settings"
)

// TestEveryProfileIsAValidSettingsFile also takes each line that is commented out: a person removes the mark and nothing else.
func TestEveryProfileIsAValidSettingsFile(t *testing.T) {
	for name := range strings.SplitSeq(profile.Names, ",") {
		text, ok := profile.Text(name)
		if !ok {
			t.Errorf("%s has no file", name)
			continue
		}
		all := strings.ReplaceAll("\n"+string(text), "\n#: ", "\n")
		for what, text := range map[string]string{"as it is": string(text), "with all lines": all} {
			layer, err := settings.Parse([]byte(text))
			if err != nil {
				t.Errorf("%s %s: %v", name, what, err)
				continue
			}
			flags, err := layer.Decode()
			if err == nil {
				err = flags.Check()
			}
			if err != nil {
				t.Errorf("%s %s: %v", name, what, err)
			}
		}
	}
	if _, ok := profile.Text("../profile"); ok {
		t.Error("a path is a profile")
	}
}
