package forecast

import "math"

// Weights weigh the features for the high end of an interval: the sum is the logarithm of one more than the number of documents in
// [Requests] requests. They are those of a quantile, by regression (Koenker and Bassett, "Regression quantiles", 1978).
type Weights Features

// shipped was fitted to walks of eight strategies through all recorded webs of the shared data. TestQualityForecast in internal/lab fits it
// again, and measures what weights fitted to other webs are worth on each.
var shipped = Weights{4.148, -0.260, 0.882, -0.173, -0.195}

// maxLogarithm bounds the high end.
const maxLogarithm = 12

// value returns the number of documents at the high end.
func (w *Weights) value(f Features) float64 {
	sum := 0.0
	for i := range w {
		sum += w[i] * f[i]
	}
	return math.Expm1(min(max(sum, 0), maxLogarithm))
}
