package landing

import (
	"encoding/json"
	"net/url"
	"strings"

	"sluice/internal/lazyregexp"
	"sluice/weburl"
)

// The limits of what is read of scripts.
const (
	maxScripts       = 2 << 20 // bytes of the body
	maxScriptMatches = 100
	maxQuoted        = 2000
)

var (
	// scriptField is a field of an object in a script that names the file of a work, as pages that a script builds have it.
	scriptField = lazyregexp.New(`(?i)"(?:(pdfpath)|pdf_?(?:url|uri|link|href|file|downloadurl|downloadlink)|(?:article|fulltext|download|view)_?pdf(?:_?(?:url|link))?|citation_pdf_url)"\s*:\s*("(?:[^"\\\n]|\\.){2,900}")`)

	// quotedFile is an address of a file in quotes: in a script, or in an attribute that scripts read.
	quotedFile = lazyregexp.New(`["']([^"'<>\s]{2,600}\.(?i:pdf)(?:[?#][^"'<>\s]{0,300})?)["']`)

	// scriptDownload is the object of ScienceDirect's pages that has the address of the PDF in parts.
	scriptDownload = lazyregexp.New(`"pdfDownload"\s*:\s*\{[^{}]*"urlMetadata"\s*:\s*(\{[^{}]*(?:\{[^{}]*\}[^{}]*)?\})`)
)

// scripts finds files that only the scripts of the page name. One is taken if it has an identifier of the work, or if the
// page names no other.
func (f *finder) scripts() {
	body := f.Body[:min(len(f.Body), maxScripts)]
	var found []Candidate
	for _, m := range scriptField.FindAllSubmatch(body, maxScriptMatches) {
		var ref string
		if json.Unmarshal(m[2], &ref) == nil {
			confidence := 0.85
			if len(m[1]) > 0 {
				confidence = 0.75 // IEEE Xplore answers more readily at the address of its reader
			}
			found = f.scriptReference(found, ref, confidence)
		}
	}
	for _, m := range scriptDownload.FindAllSubmatch(body, maxScriptMatches) {
		if ref := downloadReference(m[1]); ref != "" {
			found = f.scriptReference(found, ref, 0.85)
		}
	}
	for _, c := range found {
		if f.id.of(c.URL) == isOfWork || len(found) == 1 && c.URL.Domain() == f.URL.Domain() {
			f.add(c)
		}
	}
}

// quoted finds files whose addresses stand in the page and are no links, in scripts and attributes. Only those with an identifier of the work are taken.
func (f *finder) quoted() {
	links := map[weburl.Key]bool{}
	for i := range f.pageLinks {
		links[f.pageLinks[i].URL.Key()] = true
	}
	for _, m := range quotedFile.FindAllSubmatch(f.Body[:min(len(f.Body), maxScripts)], maxQuoted) {
		ref := unquote.Replace(string(m[1]))
		u, err := f.base.Resolve([]byte(ref))
		if err != nil || links[u.Key()] || f.id.of(u) != isOfWork || f.isOther(u, "") {
			continue
		}
		f.add(Candidate{URL: u, Kind: Paper, Rule: "address in a script", Confidence: 0.6})
	}
	for i := range f.Page.Forms {
		form := &f.Page.Forms[i]
		if u := form.Action; form.Method == "get" && shapeOf(u)&isEnding != 0 && !f.isOther(u, form.Name) {
			f.add(Candidate{URL: u, Kind: Paper, Rule: "form", Confidence: 0.6})
		}
	}
}

// unquote undoes the escapes of addresses in scripts and attributes.
var unquote = strings.NewReplacer(`\/`, "/", "&amp;", "&", `\u002F`, "/", `\u0026`, "&")

// scriptReference appends the candidate of a reference in a script, if it is none that is known.
func (f *finder) scriptReference(found []Candidate, ref string, confidence float64) []Candidate {
	u, err := f.base.Resolve([]byte(ref))
	if err != nil || shapeOf(u) == 0 || f.isOther(u, "") {
		return found
	}
	c := Candidate{URL: u, Kind: Paper, Rule: "script", Confidence: confidence}
	if shapeOf(u)&isReader != 0 {
		c.Kind, c.Confidence = Wrapper, 0.8
	}
	for _, known := range found {
		if known.URL.Key() == u.Key() {
			return found
		}
	}
	return append(found, c)
}

// downloadReference returns the reference that the parts of an address make.
func downloadReference(object []byte) string {
	var parts struct {
		Query map[string]string `json:"queryParams"`
		PII   string            `json:"pii"`
		End   string            `json:"pdfExtension"`
		Path  string            `json:"path"`
	}
	if json.Unmarshal(object, &parts) != nil || parts.PII == "" || parts.Path == "" {
		return ""
	}
	query := url.Values{}
	for name, value := range parts.Query {
		query.Set(name, value)
	}
	ref := "/" + strings.Trim(parts.Path, "/") + "/" + url.PathEscape(parts.PII) + parts.End
	if len(query) > 0 {
		ref += "?" + query.Encode()
	}
	return ref
}
