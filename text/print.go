package text

// Print is what two documents are compared by to find versions of one work: a preprint and its publication, or the same work
// in two formats. [NewPrint] makes one.
type Print struct {
	Title   string    // as [NormalTitle] returns it
	Authors []string  // as [NormalName] returns them
	Text    Signature // of the shingles of three words
}

// NewPrint returns the print of a document. Unknown arguments are empty.
func NewPrint(title string, authors []string, body string) Print {
	p := Print{Title: NormalTitle(title), Text: MinHash(Shingles(body, 3))}
	for _, a := range authors[:min(len(authors), maxAuthors)] {
		if name := NormalName(a); name != "" {
			p.Authors = append(p.Authors, name)
		}
	}
	return p
}

const maxAuthors = 200 // of a document that are compared

// Versions is the similarity from which two documents count as versions of one work, see [Print.Like].
const Versions = 0.6

// By how much each piece of evidence reduces the doubt that the texts leave: chosen such that texts alone must have a
// similarity of 0.6, with an equal title of 0.3, with equal title and authors of 0.15.
const (
	titleEvidence   = 0.43
	authorsEvidence = 0.18
	unlikeOthers    = 0.8  // of the texts' similarity, if both title and authors differ
	longTitle       = 20   // bytes of a title that identifies a work by authors alone, without text
	nearTitle       = 0.7  // similarity of titles of one work: "…", "… (extended abstract)"
	textless        = 0.65 // similarity of two documents of one long title and common authors, one of them without text
)

// Like returns how likely two documents are versions of one work, from 0 to 1. It combines the similarity of their texts as
// [Signature.Like] estimates it, of their titles and of their authors.
func (p *Print) Like(other *Print) float64 {
	title, authors := titleSimilarity(p.Title, other.Title), sameAuthors(p.Authors, other.Authors)
	if p.Text == (Signature{}) || other.Text == (Signature{}) {
		if title == 1 && authors > 0 && len(p.Title) >= longTitle {
			return textless
		}
		return 0
	}
	body := p.Text.Like(&other.Text)
	if p.Title != "" && other.Title != "" && title < nearTitle && len(p.Authors) > 0 && len(other.Authors) > 0 && authors == 0 {
		return body * unlikeOthers
	}
	if title < nearTitle {
		title = 0
	}
	return 1 - (1-body)*(1-titleEvidence*title)*(1-authorsEvidence*authors)
}

// titleSimilarity returns the Jaccard similarity of the trigrams of two normal titles. Their length is bounded by maxTitle.
func titleSimilarity(a, b string) float64 {
	if a == b {
		if a == "" {
			return 0
		}
		return 1
	}
	return Jaccard(trigrams(a), trigrams(b))
}

// trigrams returns the set of three letters in a row, each in 63 bits.
func trigrams(s string) []uint64 {
	letters := []rune(s)
	set := make([]uint64, 0, len(letters))
	for i := range len(letters) - 2 {
		set = append(set, uint64(letters[i])<<42|uint64(letters[i+1])<<21|uint64(letters[i+2]))
	}
	return Set(set)
}

// sameAuthors returns the share of the shorter of two lists of normal names that is in the other.
func sameAuthors(a, b []string) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return 0
	}
	same := 0
	for _, name := range a {
		for _, other := range b {
			if sameName(name, other) {
				same++
				break
			}
		}
	}
	return float64(same) / float64(len(a))
}
