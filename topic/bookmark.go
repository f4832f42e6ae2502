package topic

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bookmark is one entry of a browser's bookmarks.
type Bookmark struct {
	URL    string
	Title  string
	Folder string // the names of its folders, joined by "/"
}

// The most that is read of a file of bookmarks.
const (
	maxBookmarks = 10_000
	maxFolders   = 32 // within each other
	maxTitle     = 1024
)

// ErrNoBookmarks is the error of a file without bookmarks.
var ErrNoBookmarks = errors.New("no bookmark in it: export the bookmarks of your browser as HTML")

// ReadBookmarks reads a file of bookmarks as browsers export it, HTML in the form of Netscape's. Only http and https URLs are read, each
// once. Whatever is no bookmark is skipped, so that any HTML page with links will do.
func ReadBookmarks(r io.Reader) ([]Bookmark, error) {
	z := html.NewTokenizer(io.LimitReader(r, MaxFile))
	z.SetMaxBuf(1 << 20)
	var (
		all     []Bookmark
		seen    = map[string]bool{}
		folders []string
		heading strings.Builder // of the folder that begins next
		into    *strings.Builder
		title   strings.Builder
		url     string
	)
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			if err := z.Err(); err != io.EOF {
				return nil, fmt.Errorf("read bookmarks: %w", err)
			}
			if len(all) == 0 {
				return nil, fmt.Errorf("read bookmarks: %w", ErrNoBookmarks)
			}
			return all, nil
		case html.TextToken:
			if into != nil && into.Len() < maxTitle {
				into.Write(z.Text())
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, hasAttributes := z.TagName()
			isStart := kind != html.EndTagToken
			switch atom.Lookup(name) {
			case atom.H3:
				if into = nil; isStart {
					heading.Reset()
					into = &heading
				}
			case atom.Dl:
				if isStart && len(folders) < maxFolders {
					folders = append(folders, clean(heading.String()))
				} else if !isStart && len(folders) > 0 {
					folders = folders[:len(folders)-1]
				}
				heading.Reset()
			case atom.A:
				if into = nil; isStart {
					url = href(z, hasAttributes)
					title.Reset()
					into = &title
					continue
				}
				if url != "" && !seen[url] && len(all) < maxBookmarks {
					seen[url] = true
					all = append(all, Bookmark{url, clean(title.String()), folderOf(folders)})
				}
				url = ""
			}
		}
	}
}

// href returns the URL of a link; empty for one that is not of the Web.
func href(z *html.Tokenizer, more bool) string {
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		s := strings.TrimSpace(string(value))
		if lower := strings.ToLower(s[:min(len(s), 8)]); string(key) == "href" && len(s) < maxText &&
			(strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")) {
			return strings.ToValidUTF8(s, "\uFFFD")
		}
	}
	return ""
}

// folderOf joins the names of folders that have one.
func folderOf(folders []string) string {
	var named []string
	for _, f := range folders {
		if f != "" {
			named = append(named, strings.ReplaceAll(f, "/", "-"))
		}
	}
	return strings.Join(named, "/")
}

// clean returns a text on one line.
func clean(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(html.UnescapeString(s), "\uFFFD")), " ")
	return strings.ToValidUTF8(s[:min(len(s), maxTitle)], "")
}

// IsBad reports whether a bookmark lies in a folder for what is not wanted: one that is named bad, not, negative or irrelevant.
func (b Bookmark) IsBad() bool {
	for f := range strings.SplitSeq(b.Folder, "/") {
		switch strings.ToLower(f) {
		case "bad", "not", "no", "negative", "irrelevant", "off topic", "off-topic":
			return true
		}
	}
	return false
}
