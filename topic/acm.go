package topic

import _ "embed"

//go:embed acm.yaml
var acm []byte

// ACM returns the taxonomy of computer science: the names of the two upper levels of the ACM Computing Classification System of 2012,
// with words that we have chosen for each class of the second level. No class is good yet.
func ACM() Definition {
	d, err := ParseTaxonomy(acm)
	if err != nil { // cannot happen: a test reads it
		panic(err)
	}
	return d
}
