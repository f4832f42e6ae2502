package chart

// Access of the tests to what the drawing measures.
var (
	TextWidth = textWidth
	Shorten   = shorten
)

// NiceTicks returns the ticks of a scale.
func NiceTicks(low, high float64, n int, whole bool) []float64 {
	s := niceScale(low, high, n, whole)
	return s.ticks
}

// TimeTicks returns the ticks of a scale of times with their labels.
func TimeTicks(low, high, width float64) ([]float64, []string) {
	s, labels := timeScale(low, high, width)
	return s.ticks, labels
}
