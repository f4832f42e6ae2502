//go:build !amd64

package classifier

import "sluice/text/vector"

// addRows adds to s, for each term of a document, its row of w times its weight. The rows have the length of s, and w must have one of each
// term.
func addRows(s, w []float32, d vector.Vector) { addRowsOneByOne(s, w, d) }

// addToRows adds to the row of w of each term of a document s times its weight; see [addRows].
func addToRows(w, s []float32, d vector.Vector) { addToRowsOneByOne(w, s, d) }
