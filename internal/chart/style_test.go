package chart_test

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sluice/internal/chart"
)

// TestColoursHaveContrast checks the contrast that WCAG 2.1 asks for: 4.5 for text, 3 for graphics.
func TestColoursHaveContrast(t *testing.T) {
	themes := strings.Split(chart.Style, ":root{")[1:]
	if len(themes) != 3 {
		t.Fatalf("%d themes, want light, dark and paper", len(themes))
	}
	for i, name := range []string{"light", "dark", "paper"} {
		colours := map[string]float64{}
		for _, m := range regexp.MustCompile(`--chart-([a-z0-9]+):#([0-9a-f]{6})`).FindAllStringSubmatch(themes[i], -1) {
			colours[m[1]] = luminance(t, m[2])
		}
		for colour, least := range map[string]float64{"ink": 7, "muted": 4.5, "axis": 3, "1": 3, "2": 3, "3": 3, "4": 3, "5": 3, "6": 3} {
			if got := contrast(colours[colour], colours["ground"]); got < least {
				t.Errorf("%s: colour %s has a contrast of %.2f, want %v", name, colour, got, least)
			}
		}
		// The first two series, which most charts have, differ in grey.
		if got := contrast(colours["1"], colours["2"]); got < 1.4 {
			t.Errorf("%s: the first two series have a contrast of %.2f, want 1.4", name, got)
		}
	}
}

// luminance returns the relative luminance of a colour.
func luminance(t *testing.T, hex string) float64 {
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	part := func(shift uint) float64 {
		v := float64(n>>shift&0xff) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
}

// contrast returns the contrast ratio of two luminances.
func contrast(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }
