package classifier

import "sluice/text/vector"

// addRowsOneByOne is [addRows] without the instructions of a machine.
func addRowsOneByOne(s, w []float32, d vector.Vector) {
	for _, t := range d {
		row := w[int(t.ID)*len(s):][:len(s)]
		for k, x := range row {
			s[k] += float32(t.Value * x) // rounded, as on other machines: no fused operation
		}
	}
}

// addToRowsOneByOne is [addToRows] without the instructions of a machine.
func addToRowsOneByOne(w, s []float32, d vector.Vector) {
	for _, t := range d {
		row := w[int(t.ID)*len(s):][:len(s)]
		for k, x := range s {
			row[k] += float32(t.Value * x)
		}
	}
}
