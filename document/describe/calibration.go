package describe

// The sources weigh what they say by rules of thumb, and where they agree the weights add up. A confidence is to be the share
// that is right: of the titles with the confidence 0.9, nine in ten. So what was weighed is mapped to shares that were counted
// on documents with known titles, authors, years and subjects, of sites and of repositories that no rule was made for; between the
// points straight lines. TestQualityOfConfidence counts again. The weights of other names are such shares already.
var calibrations = map[string][]struct{ weight, share float64 }{
	"title":   {{0.1, 0.1}, {0.4, 0.45}, {0.6, 0.6}, {0.8, 0.84}, {0.9, 0.91}, {0.95, 0.96}, {1, 0.99}},
	"author":  {{0.1, 0.1}, {0.3, 0.2}, {0.45, 0.8}, {0.6, 0.9}, {0.8, 0.93}, {0.9, 0.95}, {1, 0.98}},
	"year":    {{0.1, 0.1}, {0.3, 0.5}, {0.45, 0.7}, {0.55, 0.88}, {0.6, 0.92}, {0.8, 0.95}, {0.9, 0.97}, {1, 0.99}},
	"subject": {{0.1, 0.1}, {0.36, 0.75}, {0.4, 0.85}, {0.44, 0.92}, {0.7, 0.95}, {1, 0.98}},
}

// calibrated returns the confidence of a value that has a weight.
func calibrated(name string, weight float64) float64 {
	points := calibrations[name]
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if weight <= b.weight {
			return a.share + (b.share-a.share)*max(0, weight-a.weight)/(b.weight-a.weight)
		}
	}
	return weight
}
