package harvest

import (
	"sluice/page"
	"sluice/weburl"
)

// maxEntry is the most bytes of text that belong to a link.
const maxEntry = 600

// entries returns for each link of a page the text of the entry to which it belongs: what stands between the document that is linked to before it and
// itself. If that is no more than a label, the link stands before its entry, which then ends at the next link to a document.
func entries(p *page.Page) []string {
	out := make([]string, len(p.Links))
	var files []int // links to documents, and those that look like one, in their order
	for i := range p.Links {
		if isFile(p, &p.Links[i]) {
			files = append(files, i)
		}
	}
	before, next := 0, 0 // the end of the last file, and the next one in files
	for i := range p.Links {
		span := p.TextSpan(&p.Links[i])
		for next < len(files) && files[next] <= i {
			next++
		}
		start, end := max(before, int(span.Start)-maxEntry), int(span.Start)
		own := string(p.Text[min(start, end):end])
		if isLabel(own) {
			end = min(int(span.End)+maxEntry, len(p.Text))
			if next < len(files) {
				end = max(int(span.End), min(end, int(p.TextSpan(&p.Links[files[next]]).Start)))
			}
			own = string(p.Text[span.End:end])
		}
		out[i] = own
		if isFile(p, &p.Links[i]) && !sameEntry(p, files, next, span) {
			before = int(span.End)
		}
	}
	return out
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
