package lab

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sluice/focus"
)

// weightsHeader is the first line of a file of weights, with the version of its form.
const weightsHeader = "sluice evolved 1"

// MarshalWeights returns the file of weights of [focus.Evolved]: a header, and on each line a feature, a tab and its weight.
func MarshalWeights(weights map[string]float64) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintln(&b, weightsHeader)
	for _, name := range featureNames() {
		fmt.Fprintf(&b, "%s\t%.4f\n", name, weights[name])
	}
	return b.Bytes(), nil
}

// UnmarshalWeights reads a file of weights. Empty lines are passed over, and those that begin with "#"; a feature that is not named
// has the weight 0.
func UnmarshalWeights(b []byte) (map[string]float64, error) {
	first, rest, _ := strings.Cut(string(b), "\n")
	switch first = strings.TrimSpace(first); {
	case !strings.HasPrefix(first, "sluice evolved "):
		return nil, errors.New("not a file of evolved weights")
	case first != weightsHeader:
		return nil, fmt.Errorf("made by another version of sluice: its first line is %.80q, not %q", first, weightsHeader)
	}
	weights, n := map[string]float64{}, 1
	for line := range strings.Lines(rest) {
		n++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, number, _ := strings.Cut(line, "\t")
		weight, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(weight >= -focus.MaxFeatureWeight && weight <= focus.MaxFeatureWeight) {
			return nil, fmt.Errorf("line %d: %.80q is not a feature, a tab and a weight from -%d to %[3]d", n, line, focus.MaxFeatureWeight)
		}
		if !slices.Contains(featureNames(), name) {
			return nil, fmt.Errorf("line %d: there is no feature %.80q", n, name)
		}
		if _, twice := weights[name]; twice {
			return nil, fmt.Errorf("line %d: %q occurs twice", n, name)
		}
		weights[name] = weight
	}
	return weights, nil
}

// featureNames returns the names of the features of [focus.Evolved], sorted.
func featureNames() []string { return slices.Sorted(maps.Keys(focus.EvolvedWeights())) }
