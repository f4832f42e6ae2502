package export

import "testing"

func TestNamesInCapitalsGetSmallLetters(t *testing.T) {
	for printed, want := range map[string]string{
		"UNIVERSITY OF CALIFORNIA, SAN DIEGO":      "University of California, San Diego",
		"ÉCOLE POLYTECHNIQUE FÉDÉRALE DE LAUSANNE": "École Polytechnique Fédérale de Lausanne",
		"INDIAN INSTITUTE OF TECHNOLOGY, MADRAS.":  "Indian Institute of Technology, Madras",
		"MIT LABORATORY FOR SAND":                  "MIT Laboratory for Sand",
		"ISO/IEC JTC1/SC22/WG21":                   "ISO/IEC JTC1/SC22/WG21",
		"Sand Institute Inc.":                      "Sand Institute Inc.",
		"IBM":                                      "IBM",
		"":                                         "",
	} {
		if got := institutionName(printed); got != want {
			t.Errorf("institutionName(%q) = %q, want %q", printed, got, want)
		}
	}
	for name, want := range map[string]string{
		"Eva DARULOVÁ": "Darulová, Eva", "Mary SAND-STONE": "Sand-Stone, Mary", "Sean O'SAND": "O'Sand, Sean", "Xin LI": "LI, Xin", "JANE ROE": "ROE, JANE", "Jane McSAND": "McSAND, Jane", "SAND": "SAND",
	} {
		if got := people([]string{name})[0].turned(); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
