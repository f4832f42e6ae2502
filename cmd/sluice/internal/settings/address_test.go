package settings_test

import (
	"testing"

	"sluice/cmd/sluice/internal/settings"
)

func TestAPortAloneIsOneOfTheLoopbackInterface(t *testing.T) {
	for text, want := range map[string]string{
		"9090": "127.0.0.1:9090", ":9090": "127.0.0.1:9090", "0": "127.0.0.1:0", "0.0.0.0:80": "0.0.0.0:80",
		"[::1]:9090": "[::1]:9090", "box.example:1": "box.example:1", "": "",
		"70000": "no", "-1": "no", "http": "no", "::1": "no", "box.example": "no", "box.example:": "no", "http://x:9": "no", "1:2:3": "no",
	} {
		var a settings.Address
		err := a.UnmarshalText([]byte(text))
		if want == "no" && err == nil || want != "no" && (err != nil || string(a) != want) {
			t.Errorf("%q: %q, %v; want %q", text, a, err, want)
		}
	}
}

func TestWhatARunIsWatchedByIsNotRemembered(t *testing.T) {
	layer := settings.Layer{"metrics": {"9090"}, "pprof": {"true"}, "progress": {"plain"}, "delay": {"2s"}}
	if got := layer.Lasting(); len(got) != 1 || got["delay"] == nil {
		t.Errorf("Lasting() = %v; want the delay", got)
	}
	if got := layer.Monitoring(); len(got) != 3 || got["delay"] != nil {
		t.Errorf("Monitoring() = %v; want all but the delay", got)
	}
}
