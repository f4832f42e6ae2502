package genre_test

import (
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/genre"
)

func BenchmarkJudge(b *testing.B) {
	for name, repeats := range map[string]int{"paper": 1, "thesis": 20, "library": 400} {
		d := paperDocument()
		d.Text = strings.Repeat(d.Text, repeats)
		d.Pages *= repeats
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(d.Text)))
			b.ReportAllocs()
			for b.Loop() {
				genre.Default().Judge(d, genre.Clues{URL: "http://www.example.edu/papers/trees.pdf"})
			}
		})
	}
}

func BenchmarkQuickPage(b *testing.B) {
	for name, body := range map[string]string{"ordinary": ordinaryPage(), "paper": paperPage()} {
		p := parse(body)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(p.Text)))
			b.ReportAllocs()
			for b.Loop() {
				genre.QuickPage(p)
			}
		})
	}
}

// paperDocument is an article of ten pages as a reader gives it.
func paperDocument() *content.Document {
	sentence := "We show in this section that the number of nodes visited by the algorithm grows with the square of the depth of the tree [7], as Figure 3 shows.\n"
	section := func(title string, sentences int) string { return title + "\n" + strings.Repeat(sentence, sentences) }
	text := "Balanced Trees for Sorted Streams\nAda Example\nDepartment of Computer Science, University of Exampleton\nada@example.edu\n" +
		section("Abstract", 5) + "Keywords: trees, streams\n" + section("1 Introduction", 40) + section("2 Related Work", 30) +
		section("3 Method", 80) + section("4 Results", 80) + section("5 Conclusions", 20) + section("Acknowledgements", 2) +
		"References\n" + strings.Repeat("[1] A. Writer and B. Author. A book of trees. In Proceedings of the Conference on Trees, 1999.\n", 30)
	pages := 10
	size := len(text) / pages
	var b strings.Builder
	for i := range pages {
		b.WriteString(text[i*size : (i+1)*size])
		b.WriteByte('\f')
	}
	d := &content.Document{Type: "pdf", Pages: pages, Text: b.String(), Width: 612, Height: 792, Fonts: []string{"Times-Roman"}}
	for i, line := range strings.Split(text[:9000], "\n") {
		l := content.Line{Text: line, X: 72, Y: float64(40 + i%50*14), W: 460, H: 10, Size: 10, Page: i / 50}
		if i == 0 {
			l.Size, l.W = 17, 250
		}
		d.Lines = append(d.Lines, l)
	}
	return d
}
