package answer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sluice/weburl"
)

// maxPath is the most names of a path.
const maxPath = 20

// path is the place of a value in a JSON document: names of objects, and numbers of lists.
type path []string

// parsePath parses a path, nil for an empty one.
func parsePath(what, s string) (path, error) {
	if s == "" {
		return nil, nil
	}
	p := path(strings.Split(s, "."))
	if len(p) > maxPath {
		return nil, fmt.Errorf("%s: %q has more than %d names", what, s, maxPath)
	}
	for _, name := range p {
		if name == "" {
			return nil, fmt.Errorf("%s: %q has an empty name; write a path such as web.results", what, s)
		}
	}
	return p, nil
}

// find returns the value at a path, nil if there is none.
func (p path) find(v any) any {
	for _, name := range p {
		switch in := v.(type) {
		case map[string]any:
			v = in[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// text returns the text at a path, empty if there is none.
func (p path) text(v any) string {
	if p == nil {
		return ""
	}
	s, _ := p.find(v).(string)
	return s
}

// isSet reports whether the value at a path says yes: it is there and neither false, nor 0, nor empty.
func (p path) isSet(v any) bool {
	if p == nil {
		return false
	}
	switch v := p.find(v).(type) {
	case nil:
		return false
	case bool:
		return v
	case float64:
		return v != 0
	case string:
		return v != ""
	case []any:
		return len(v) > 0
	}
	return true
}

// jsonReader reads answers in JSON.
type jsonReader struct {
	results, link, title, sponsored, next, failed path
}

// newJSON returns the reader for a description.
func newJSON(d Description) (*jsonReader, error) {
	r := &jsonReader{}
	var errs []error
	for _, part := range []struct {
		name, text string
		path       *path
		needed     bool
	}{
		{"results", d.Results, &r.results, false}, {"link", d.Link, &r.link, true}, {"title", d.Title, &r.title, false},
		{"sponsored", d.Sponsored, &r.sponsored, false}, {"next", d.Next, &r.next, false}, {"failed", d.Failed, &r.failed, false},
	} {
		p, err := parsePath(part.name, part.text)
		if p == nil && err == nil && part.needed {
			err = fmt.Errorf("%s: is missing", part.name)
		}
		*part.path = p
		errs = append(errs, err)
	}
	if d.Confirm != "" {
		errs = append(errs, errors.New("confirm: is for result pages in HTML"))
	}
	return r, errors.Join(errs...)
}

// read reads an answer. An entry without a URL of the Web is counted and left out.
func (r *jsonReader) read(body []byte) (*Page, error) {
	root, err := decode(body)
	if err != nil {
		return nil, err
	}
	found := r.results.find(root)
	list, isList := found.([]any)
	if !isList && (found != nil || Message(body) != "") { // some engines say what went wrong with status 200
		return nil, ErrLayout
	}
	if _, isObject := root.(map[string]any); !isObject && !isList {
		return nil, ErrLayout
	}
	p := &Page{Collected: len(list), More: r.next.isSet(root), Next: r.next.text(root)}
	p.Failed, p.NoList = r.failedEngines(root), !isList
	seen := map[weburl.Key]bool{}
	for _, entry := range list[:min(len(list), maxLinks)] {
		link := r.link.text(entry)
		if r.sponsored.isSet(entry) || isAdvertisement(link) {
			p.Sponsored = append(p.Sponsored, link)
			continue
		}
		if u, err := weburl.Parse(link); err == nil {
			p.add(u, r.title.text(entry), seen)
		}
	}
	return p, nil
}

// maxFailed is the most names of engines that did not respond.
const maxFailed = 50

// failedEngines returns the engines of a metasearch that did not respond: names, or lists that begin with a name and a reason.
func (r *jsonReader) failedEngines(root any) (names []string) {
	if r.failed == nil {
		return nil
	}
	list, _ := r.failed.find(root).([]any)
	for _, entry := range list[:min(len(list), maxFailed)] {
		name, _ := entry.(string)
		if parts, ok := entry.([]any); ok && len(parts) > 0 {
			name, _ = parts[0].(string)
		}
		if name != "" {
			names = append(names, shorten(name))
		}
	}
	return names
}

// decode decodes one JSON value. Package encoding/json bounds its depth.
func decode(body []byte) (root any, err error) {
	body = bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff")))
	if bytes.HasPrefix(body, []byte("<")) {
		return nil, ErrHTML
	}
	if err := json.Unmarshal(body, &root); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrJSON, err)
	}
	return root, nil
}

// messages are the places where engines say what went wrong, the more precise first.
var messages = []path{
	{"error", "message"}, {"error", "detail"}, {"error", "errors", "0", "message"}, {"errors", "0", "message"}, {"message"}, {"detail"}, {"error"},
}

// Message returns what an engine says in an answer that is an error, on one line, which may be as long as the answer; empty if it says nothing, or
// not in JSON.
func Message(body []byte) string {
	if len(body) > MaxBytes {
		return ""
	}
	root, err := decode(body)
	if err != nil {
		return ""
	}
	for _, p := range messages {
		if s := strings.Join(strings.Fields(p.text(root)), " "); s != "" {
			return s
		}
	}
	return ""
}
