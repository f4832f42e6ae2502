package intake

import (
	"strings"
	"testing"
)

func TestHeadings(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"sections", "1 Introduction\nThis is text.\n2. Related Work\n2.1 Crawlers\n2.2 Indexes\n3 Conclusions\n", "Introduction|Related Work|Crawlers|Indexes|Conclusions"},
		{"a list of contents before them", "1 Einleitung . . . . . . 3\n1.1 Übersicht  4\n2 Stand der Technik 17\n\f1 Einleitung\nText.\n1.1 Übersicht\n", "Einleitung|Übersicht|Stand der Technik"},
		{"a script without capitals", "1 序論\n2 方法\n", "序論|方法"},
		{"a section whose number is missing", "1 Introduction\n3 Method\n", "Introduction|Method"},
		{"years and a table", "1998 Proceedings\n17 Apples\n4 Pears\n", ""},
		{"an enumeration of sentences", "1 We sort the files. Then we read them\n2 We are done.\n", ""},
		{"a formula", "1 x + y\n", ""},
		{"a jump", "1 Introduction\n2 Method\n9 Apples\n", "Introduction|Method"},
		{"one line", "1 Introduction\n", ""},
		{"notes between the sections", "1 Introduction\nText.\n1 See the report\n2 Ibid\n2 Method\nText.\n3 Conclusions\n", "Introduction|Method|Conclusions"},
		{"references at the end", "Introduction\n" + strings.Repeat("This is text.\n", 20) + "References\n1 Smith J, A theory of lattices\n2 Jones M, Sieves of sand\n", ""},
		{"sections, a table and references", "1 Introduction\n" + strings.Repeat("This is text.\n", 20) + "1 Norway 53\n2 Sweden 54\n3 Denmark 55\n2 Method\n" +
			strings.Repeat("This is text.\n", 20) + "3 Results\nText.\n1 Smith J, A theory of lattices\n2 Jones M, Sieves of sand\n", "Introduction|Method|Results"},
		{"a very long line", "1 " + strings.Repeat("Word ", 100), ""},
	} {
		if got := strings.Join(headings(c.text), "|"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
