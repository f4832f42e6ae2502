package intake

import (
	"strings"

	"sluice/internal/lazyregexp"
	"sluice/weburl"
)

// printedURL matches a URL that is printed in a text. One that is broken over two lines matches as far as its first line.
var printedURL = lazyregexp.New(`(?i)\bhttps?://[^\s<>"{}|\\^` + "`" + `]{4,1000}`)

// printedURLs returns the URLs of Web hosts that a text has, each once, at most n.
func printedURLs(text string, n int) (urls []string) {
	seen := map[weburl.Key]bool{}
	for len(urls) < n {
		at := printedURL.FindStringIndex(text)
		if at == nil {
			break
		}
		u, err := weburl.Parse(withoutPunctuation(text[at[0]:at[1]]))
		text = text[at[1]:]
		if err == nil && strings.Contains(u.Host(), ".") && !seen[u.Key()] {
			seen[u.Key()] = true
			urls = append(urls, u.String())
		}
	}
	return urls
}

// withoutPunctuation cuts what belongs to the sentence around a URL: marks at its end, and a bracket that the URL does not open.
func withoutPunctuation(url string) string {
	for {
		cut := strings.TrimRight(url, `.,;:!?'*_’”»…`)
		for _, pair := range []string{"()", "[]"} {
			if rest, ok := strings.CutSuffix(cut, pair[1:]); ok && strings.Count(cut, pair[:1]) < strings.Count(cut, pair[1:]) {
				cut = rest
			}
		}
		if cut == url {
			return url
		}
		url = cut
	}
}
