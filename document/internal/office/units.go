package office

import (
	"strconv"
	"strings"
)

// points turns a length of DrawingML, a number of EMU, into points.
func points(emu string) float64 {
	n, _ := strconv.ParseFloat(emu, 64)
	return n / 12700
}

// length turns a length of OpenDocument ("21cm", "8.5in") into points.
func length(s string) float64 {
	for unit, points := range map[string]float64{"cm": 72 / 2.54, "mm": 72 / 25.4, "in": 72, "inch": 72, "pt": 1, "pc": 12} {
		if number, ok := strings.CutSuffix(s, unit); ok {
			if n, err := strconv.ParseFloat(strings.TrimSpace(number), 64); err == nil {
				return n * points
			}
		}
	}
	return 0
}
