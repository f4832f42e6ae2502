package listing_test

import (
	"testing"

	"sluice/cmd/sluice/internal/listing"
)

func TestCellsOfCSVAreNoFormulas(t *testing.T) {
	for cell, want := range map[string]string{
		"":                        "",
		"On Crawling":             "On Crawling",
		"=1+1":                    "'=1+1",
		"+cmd|' /C calc'!A0":      "'+cmd|' /C calc'!A0",
		"@SUM(A1)":                "'@SUM(A1)",
		"-2+3":                    "'-2+3",
		"-12":                     "-12",
		"+12.5":                   "+12.5",
		"-":                       "'-",
		"--1":                     "'--1",
		"-1-1":                    "'-1-1",
		"-１":                      "'-１",
		" =1":                     "' =1",
		"\u00a0\u3000=1":          "'\u00a0\u3000=1",
		"\u200b=1":                "'\u200b=1",
		"\ufeff=1":                "'\ufeff=1",
		"\u202e=1":                `'\u202e=1`,
		"\t=1":                    `'\x09=1`,
		"\tplain":                 `'\x09plain`,
		"\rplain":                 `'\x0dplain`,
		"＝1":                      "'＝1",
		"＋1":                      "'＋1",
		"－1":                      "'－1",
		"＠x":                      "'＠x",
		"a=b":                     "a=b",
		"a\x1b[2J\u0085b":         `a\x1b[2J\x85b`,
		"می\u200cخواهم":           "می\u200cخواهم",
		"http://www.example.org/": "http://www.example.org/",
		"\xff=1":                  `\xff=1`,
	} {
		if got := listing.Harmless(cell); got != want {
			t.Errorf("Harmless(%q) = %q, want %q", cell, got, want)
		}
	}
}
