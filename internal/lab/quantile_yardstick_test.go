//go:build yardstick

package lab_test

import (
	"math"

	"sluice/internal/forecast"
)

// fitQuantile returns the weights of a quantile, 0 to 1, of what was found, by the features of what was known then: the regression of
// Koenker and Bassett (1978), censored at zero (Powell 1986), by least squares with weights that are computed again and again.
func fitQuantile(of []*outlook, quantile float64) *forecast.Weights {
	const rounds = 150
	var weights forecast.Features
	features := make([]forecast.Features, len(of))
	logs := make([]float64, len(of))
	for i, o := range of {
		features[i] = o.estimator.Features(o.waiting)
		logs[i] = o.logarithm()
	}
	for round := range rounds {
		var sums equations
		for i := range of {
			is := dot(&weights, &features[i])
			if round > rounds/3 && logs[i] == 0 && is <= 0 { // as good as zero
				continue
			}
			difference, w := logs[i]-is, of[i].weight*quantile
			if difference < 0 {
				w = of[i].weight * (1 - quantile)
			}
			sums.add(&features[i], logs[i], w/max(math.Abs(difference), 0.01))
		}
		weights = sums.solve()
	}
	return (*forecast.Weights)(&weights)
}

// logarithm returns what was found, in the form that weights have.
func (o *outlook) logarithm() float64 {
	one := o.estimator.Interval(&forecast.Weights{math.Log1p(1e5)}, o.waiting).High
	if one == 0 {
		return 0
	}
	return math.Log1p(float64(o.found) * 1e5 / float64(one))
}

func dot(a, b *forecast.Features) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// equations are those of a weighted regression by least squares.
type equations struct {
	matrix [len(forecast.Features{})][len(forecast.Features{}) + 1]float64
	weight float64
}

func (e *equations) add(x *forecast.Features, y, weight float64) {
	e.weight += weight
	for i := range x {
		for j := range x {
			e.matrix[i][j] += weight * x[i] * x[j]
		}
		e.matrix[i][len(x)] += weight * x[i] * y
	}
}

// solve solves the equations by elimination, with a small ridge that keeps the weights small.
func (e *equations) solve() (x forecast.Features) {
	const ridge = 1e-3
	m := e.matrix
	for i := range m {
		if i > 0 {
			m[i][i] += ridge * e.weight
		}
	}
	for i := range m {
		for j := i + 1; j < len(m); j++ {
			f := m[j][i] / m[i][i]
			for k := i; k <= len(m); k++ {
				m[j][k] -= f * m[i][k]
			}
		}
	}
	for i := len(m) - 1; i >= 0; i-- {
		x[i] = m[i][len(m)]
		for j := i + 1; j < len(m); j++ {
			x[i] -= m[i][j] * x[j]
		}
		x[i] /= m[i][i]
	}
	return x
}
