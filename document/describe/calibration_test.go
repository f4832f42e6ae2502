package describe

import "testing"

func TestConfidenceGrowsWithTheWeightOfWhatIsSaid(t *testing.T) {
	for name := range calibrations {
		before := -1.0
		for w := 0.0; w <= 1; w += 0.01 {
			c := calibrated(name, w)
			if c < before || c > 1 {
				t.Errorf("%s: the weight %.2f has the confidence %.3f, after %.3f", name, w, c, before)
			}
			before = c
		}
	}
}
