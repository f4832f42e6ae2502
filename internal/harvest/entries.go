package harvest

import (
	"cmp"
	"slices"

	"sluice/page"
	"sluice/weburl"
)

// maxEntry is the most bytes of text that belong to a link.
const maxEntry = 600

// entries returns for each link of a page the text of the entry to which it belongs: what stands between the document that is linked to before it and itself.
// If the link begins its paragraph, it is what follows there up to the next document.
func entries(p *page.Page) []string {
	out := make([]string, len(p.Links))
	var files []int // links to documents, in their order
	for i := range p.Links {
		if isFile(p, &p.Links[i]) {
			files = append(files, i)
		}
	}
	before, next := 0, 0 // the end of the last file of another entry, and the next one in files
	for i := range p.Links {
		span := p.TextSpan(&p.Links[i])
		for next < len(files) && files[next] <= i {
			next++
		}
		following := len(p.Text)
		if next < len(files) {
			following = int(p.TextSpan(&p.Links[files[next]]).Start)
		}
		out[i] = entryOf(p, span, before, following)
		if isFile(p, &p.Links[i]) && !sameEntry(p, files, next, span) {
			before = int(span.End)
		}
	}
	return out
}

// entryOf returns the text of the entry of a link, which begins after the end of the file before and ends at the next one.
func entryOf(p *page.Page, link page.Span, before, following int) string {
	start, end := int(link.Start), int(link.End)
	from, to := blockOf(p, link)
	inBlock := cut(p.Text, max(before, from), start)
	if after := cut(p.Text, end, min(following, to, end+maxEntry)); isLabel(inBlock) && !isLabel(after) {
		return after // the link begins its entry
	}
	if above := cut(p.Text, max(before, start-maxEntry), start); !isBlank(above) {
		return above
	}
	return cut(p.Text, end, min(following, end+maxEntry))
}

// isBlank reports whether a text cannot be an entry: it has a word or none.
func isBlank(s string) bool { return len(meaningful(s, 2)) < 2 }

// blockOf returns the paragraph in which a link stands.
func blockOf(p *page.Page, link page.Span) (from, to int) {
	i, found := slices.BinarySearchFunc(p.Blocks, link.Start, func(b page.Block, start int32) int { return cmp.Compare(b.Start, start) })
	if !found {
		i--
	}
	if i < 0 || i >= len(p.Blocks) {
		return 0, len(p.Text)
	}
	return int(p.Blocks[i].Start), int(p.Blocks[i].End)
}

// cut returns a part of a text, empty if it ends before it begins.
func cut(text []byte, from, to int) string {
	if from = max(from, 0); from >= to {
		return ""
	}
	return string(text[from:min(to, len(text))])
}

// sameEntry reports whether the next link to a document follows so closely that it is another format of the same work: "PDF, PostScript".
func sameEntry(p *page.Page, files []int, next int, span page.Span) bool {
	const gap = 12 // bytes
	return next < len(files) && p.TextSpan(&p.Links[files[next]]).Start-span.End < gap
}

// isFile reports whether a link seems to lead to a document.
func isFile(p *page.Page, l *page.Link) bool {
	return weburl.DocumentEnding(l.URL) || p.MayBeDocument(l)
}
