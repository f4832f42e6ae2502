package units_test

import (
	"testing"
	"time"

	"sluice/cmd/sluice/internal/units"
)

func TestSizes(t *testing.T) {
	for text, want := range map[string]units.Size{
		"0": 0, "1024": 1024, "500KB": 500_000, "10MB": 10_000_000, "1.5 GB": 1_500_000_000, "64KiB": 65536, "2b": 2,
	} {
		var got units.Size
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("size %q = %d, %v; want %d", text, got, err, want)
		}
		var again units.Size
		if err := again.UnmarshalText([]byte(got.String())); err != nil || again != got {
			t.Errorf("size %d written as %s is read as %d", got, got, again)
		}
	}
	for _, text := range []string{"", "KB", "-1", "1e300", "NaN", "ten"} {
		if err := new(units.Size).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("size %q is accepted", text)
		}
	}
}

func TestShares(t *testing.T) {
	for text, want := range map[string]units.Share{"2%": 0.02, "0.02": 0.02, "0": 0, "100 %": 1, "0.5%": 0.005, "1": 1} {
		var got, again units.Share
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("share %q = %v, %v; want %v", text, float64(got), err, float64(want))
		}
		if err := again.UnmarshalText([]byte(got.String())); err != nil || again != got {
			t.Errorf("share %v written as %s is read as %v", float64(got), got, float64(again))
		}
	}
	for _, text := range []string{"", "%", "-1%", "101%", "2", "NaN", "Inf", "few"} {
		if err := new(units.Share).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("share %q is accepted", text)
		}
	}
}

func TestAges(t *testing.T) {
	for text, want := range map[string]time.Duration{"3d": 72 * time.Hour, "2w": 336 * time.Hour, "0.5d": 12 * time.Hour, "36h": 36 * time.Hour, "1h30m": 90 * time.Minute, "0": 0} {
		var a units.Age
		if err := a.UnmarshalText([]byte(text)); err != nil || time.Duration(a) != want {
			t.Errorf("%s: %v, %v, want %v", text, time.Duration(a), err, want)
		}
	}
	for _, text := range []string{"", "d", "-3d", "-1h", "3", "soon", "NaNd", "1e9w"} {
		var a units.Age
		if err := a.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is %v", text, time.Duration(a))
		}
	}
}

func TestPortAloneIsOnLoopback(t *testing.T) {
	for text, want := range map[string]string{
		"9090": "127.0.0.1:9090", ":9090": "127.0.0.1:9090", "0": "127.0.0.1:0", "0.0.0.0:80": "0.0.0.0:80",
		"[::1]:9090": "[::1]:9090", "box.example:1": "box.example:1", "": "",
		"70000": "no", "-1": "no", "http": "no", "::1": "no", "box.example": "no", "box.example:": "no", "http://x:9": "no", "1:2:3": "no",
	} {
		var a units.Address
		err := a.UnmarshalText([]byte(text))
		if want == "no" && err == nil || want != "no" && (err != nil || string(a) != want) {
			t.Errorf("%q: %q, %v; want %q", text, a, err, want)
		}
	}
}
