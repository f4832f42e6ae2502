package demo

import "slices"

// Documents returns the URLs of all documents, sorted.
func (w *Web) Documents() []string {
	var urls []string
	for key, r := range w.site.resources {
		if r.document {
			urls = append(urls, "http://"+key)
		}
	}
	slices.Sort(urls)
	return urls
}
