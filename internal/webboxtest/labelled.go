package webboxtest

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// LabelledPage is a page of the WebKB data set, which has pages of the webs webkb-*.
type LabelledPage struct {
	URL        string `json:"url"`
	Label      string `json:"label"`
	University string `json:"university"`
	HTML       string `json:"html"`
}

// LabelledPages reads the WebKB data set of the shared folder.
func LabelledPages() ([]LabelledPage, error) {
	shared, err := Shared()
	if err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(shared, "corpora", "webkb.jsonl.gz"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	packed, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		return nil, err
	}
	var pages []LabelledPage
	for d := json.NewDecoder(packed); ; {
		var p LabelledPage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return pages, nil
		} else if err != nil {
			return nil, err
		}
		pages = append(pages, p)
	}
}
