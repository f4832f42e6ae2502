package landing

import (
	"strings"

	"sluice/page"
	"sluice/weburl"
)

// frames finds what the page shows: files in frames and in embed and object elements, and the target of a refresh.
func (f *finder) frames() {
	for i := range f.pageLinks {
		l := &f.pageLinks[i]
		isFrame := l.Kind == page.KindIFrame || l.Kind == page.KindFrame
		if !isFrame && !(l.Kind == page.KindResource && isEmbedded(l.Path)) {
			continue
		}
		u, inViewer := viewed(l.URL)
		s := shapeOf(u)
		if f.isOther(u, "") || sectionOf(l.Path)&(inExcluded|inOthers) != 0 {
			continue
		}
		switch {
		case inViewer:
			f.add(Candidate{URL: u, Kind: Paper, Rule: "viewer", Confidence: 0.85})
		case s&isEnding != 0 || s&isReader == 0 && isPaperType(l.Type):
			f.add(Candidate{URL: u, Kind: Paper, Rule: "frame", Confidence: 0.8})
		case isFrame && s&(isFormat|isDownload|isReader) != 0 && (f.id.of(u) != isOther || u.Host() == f.URL.Host()):
			f.add(Candidate{URL: u, Kind: Wrapper, Rule: "frame", Confidence: 0.6})
		}
	}
	if r := f.Page.Refresh; r != nil && !r.URL.IsZero() && !r.NoScript {
		if s := shapeOf(r.URL); s&isEnding != 0 {
			f.add(Candidate{URL: r.URL, Kind: Paper, Rule: "refresh", Confidence: 0.85})
		} else if r.Delay <= maxDelay && f.id.of(r.URL) != isOther {
			f.add(Candidate{URL: r.URL, Kind: Wrapper, Rule: "refresh", Confidence: 0.5})
		}
	}
}

// maxDelay is the greatest delay of a refresh that leads on, in seconds. A page that is shown longer is the page itself.
const maxDelay = 10

// isEmbedded reports whether a resource is that of an embed or object element.
func isEmbedded(path string) bool {
	last, _, _ := strings.Cut(path[strings.LastIndexByte(path, ' ')+1:], ".")
	last, _, _ = strings.Cut(last, "#")
	return last == "embed" || last == "object"
}

// viewed returns the file that a viewer in the browser shows, such as PDF.js or Google's viewer of documents, and reports whether the address is that
// of a viewer. Other addresses are returned as they are.
func viewed(u weburl.URL) (weburl.URL, bool) {
	for name, value := range u.Parameters() {
		switch strings.ToLower(name) {
		case "file", "url", "src", "pdf", "pdfurl", "pdf_url", "document":
		default:
			continue
		}
		value = unescape(strings.ReplaceAll(value, "+", "%20"))
		if !isFile(value) && !(strings.Contains(u.Path(), "viewer") && strings.ContainsAny(value, "/")) {
			continue
		}
		if inner, err := weburl.DefaultRules.NewBase(u).Resolve([]byte(value)); err == nil && inner != u {
			return inner, true
		}
	}
	return u, false
}
