package intake_test

import (
	"fmt"
	"strings"
	"testing"

	"sluice/internal/catalogue"
)

// headed is a paper as plain text, below a line that all papers of its host have.
func headed(title, author string) string {
	about := strings.ToLower(title)
	return "Heaps and Piles of Sandport\n\n" + title + "\n\n" + author + "\nUniversity of Sandport\n\nAbstract\n\n" + strings.Repeat("We show that "+about+" is as hard as the sieving of gravel. ", 12) +
		"\n\n1 Introduction\n\n" + strings.Repeat("The theorem on "+about+" follows from the lemma of Stone [1], whose proof "+author+" extends to "+about+". ", 60) + "\n\n2 Results\n\n" +
		strings.Repeat("The proof of "+about+" is by induction, as in [1]. ", 60) + "\n\nReferences\n\n[1] K. Stone. A lemma on sieves. Journal of Sand, 3(1):1-20, 1999.\n"
}

// TestWhatAHostRepeatsIsNoTitle files papers of a host that all begin with one line. It is the title of the first ones until the host is known.
func TestWhatAHostRepeatsIsNoTitle(t *testing.T) {
	d := newDesk(t)
	titles := []string{"Sorting Grains by Weight", "Moving Dunes with Wind", "Counting Pebbles in Rivers", "Sieves for Wet Gravel", "Layers of Clay under Stress", "Friction in Dry Powders"}
	authors := []string{"Ann Lee", "Karl Stein", "Maria Rossi", "Jean Dubois", "Peter Marsh", "Susan Weil"}
	for i, title := range titles {
		d.got(fmt.Sprintf("http://a.example/%d.txt", i), "text", headed(title, authors[i]), catalogue.ReadDocument)
		if i == 2 {
			d.process()
			d.says("http://a.example/0.txt", "title", "Heaps and Piles of Sandport (first page)")
		}
	}
	d.process()
	for i, title := range titles {
		d.says(fmt.Sprintf("http://a.example/%d.txt", i), "title", title+" (first page)")
	}
	if left, err := d.Documents.DoubtfulTitles(t.Context(), 10); err != nil || len(left) > 0 {
		t.Errorf("%d doubtful titles are left, %v", len(left), err)
	}
}

// TestTitleThatOthersCiteIsPreferred files a paper that prints two lines that may be its title, one of which another paper refers to.
func TestTitleThatOthersCiteIsPreferred(t *testing.T) {
	d := newDesk(t)
	const url, title = "http://b.example/1.txt", "Sorting Grains of Sand by Their Weight"
	citing := strings.Replace(paper("Reading Heaps", "Karl Stein", "heaps"), `\end{thebibliography}`, `\bibitem{c} Ann Lee. `+title+`. Journal of Sand 3(1), 1999, pp. 1--20.\end{thebibliography}`, 1)
	d.got("http://a.example/p.tex", "tex", citing, catalogue.ReadDocument)
	d.process()
	d.got(url, "text", headed(title, "Ann Lee"), catalogue.ReadDocument)
	d.process()
	if got := d.said(url, "title"); len(got) == 0 || !strings.HasPrefix(got[0], title+" (") {
		t.Errorf("titles %q, want %q first", got, title)
	}
}
