package describe

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"sluice/document/describe/internal/textline"
)

// How sure a title is that only names the file: enough to tell documents apart,
// far below any title that the document shows.
const (
	anchorTitleSure = 0.15
	nameTitleSure   = 0.1
)

// addSubstituteTitle gives a document without a title the text of a link to it,
// or else the name of its file.
func (w *collector) addSubstituteTitle() {
	if slices.ContainsFunc(w.claims, func(c claim) bool { return c.name == "title" }) {
		return
	}
	for _, l := range w.around.Links {
		if t := LinkText(l.Anchor); t != "" {
			w.add(LinkingPage, anchorTitleSure, "title", t)
			return
		}
	}
	w.add(FileName, nameTitleSure, "title", fileTitle(w.around.URL))
}

// LinkText returns what the text of a link says about a document, without its format: "" of a label such as "PDF" or "Download".
func LinkText(anchor string) string {
	t := textline.TidyTitle(textline.Clean(anchorFormat.ReplaceAllString(textline.Clean(anchor, textline.MaxTitle), " "), textline.MaxTitle))
	isLabel := true
	for word := range strings.FieldsSeq(strings.ToLower(t)) {
		isLabel = isLabel && anchorWords[strings.Trim(word, ".,:;()[]")]
	}
	if isLabel || textline.Letters(t) <= 2 {
		return ""
	}
	return t
}

// fileTitle returns the name of a URL's file without its endings, in words; or
// the host where the URL names no file.
func fileTitle(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	name := path.Base(u.Path)
	if name == "/" || name == "." {
		return u.Hostname()
	}
	for titleSuffix.MatchString(name) || strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".md") {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '+' {
			return ' '
		}
		return r
	}, name)
}
