package landing

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sluice/internal/lazyregexp"
)

// The limits of JSON that is read.
const (
	maxJSON      = 8 << 20 // bytes
	maxJSONDepth = 20
	maxObjects   = 20_000
)

// rest finds the files that the answer of a REST interface lists: of DSpace 5 to 7, InvenioRDM and Zenodo, Figshare, Dataverse, link sets (RFC 9264), and others that give
// each file a name and a link.
func (f *finder) rest() {
	body := strings.TrimSpace(string(f.Body[:min(len(f.Body), maxJSON)]))
	if !strings.HasPrefix(body, "{") && !strings.HasPrefix(body, "[") {
		return
	}
	var v any
	if json.Unmarshal([]byte(body), &v) != nil {
		return
	}
	w := restReader{finder: f}
	w.read(v, 0)
}

// restReader reads the objects of an answer.
type restReader struct {
	*finder
	objects int
}

// read reads a value and those in it.
func (r *restReader) read(v any, depth int) {
	if depth > maxJSONDepth || r.objects > maxObjects {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			r.read(e, depth+1)
		}
	case map[string]any:
		r.objects++
		if isRestricted, _ := v["restricted"].(bool); isRestricted || isOtherBundle(v) {
			return
		}
		r.file(v)
		if ref := member(v, "_links", "bundles", "href"); ref != "" {
			r.addRef(ref+"?embed=bitstreams", Interface, "REST bundles", 0.6)
		}
		for _, name := range [...]string{"_embedded", "bundles", "bitstreams", "files", "entries", "hits", "content", "linkset", "item", "data", "latestVersion", "dataFile"} {
			if inner, ok := v[name]; ok {
				r.read(inner, depth+1)
			}
		}
		if isDictionary(v) {
			for _, name := range sortedKeys(v) {
				r.read(v[name], depth+1)
			}
		}
	}
}

// isDictionary reports whether the members of an object are files by their names, as InvenioRDM has them.
func isDictionary(v map[string]any) bool {
	for name := range v {
		if isFile(name) {
			return true
		}
	}
	return false
}

// isOtherBundle reports whether an object is a bundle, or of one, that DSpace keeps beside the files: licences, texts for its search,
// thumbnails.
func isOtherBundle(v map[string]any) bool {
	name, _ := v["bundleName"].(string)
	if kind, _ := v["type"].(string); kind == "bundle" || name == "" && v["_embedded"] != nil {
		name, _ = v["name"].(string)
	}
	switch strings.ToUpper(name) {
	case "LICENSE", "CC-LICENSE", "TEXT", "THUMBNAIL", "SWORD", "METADATA", "BRANDED_PREVIEW", "SWORD PACKAGE":
		return true
	}
	return false
}

// file adds the object if it is that of a paper's file.
func (r *restReader) file(v map[string]any) {
	name := first(v, "name", "key", "filename", "title")
	mediaType := first(v, "mimeType", "mimetype", "mime_type", "type", "contentType")
	if !isFile(name) && !isPaperType(mediaType) && !strings.EqualFold(first(v, "format"), "Adobe PDF") {
		return
	}
	ref := ""
	for _, path := range [...][]string{{"_links", "content", "href"}, {"links", "content"}, {"links", "download"}, {"links", "self"}, {"retrieveLink"}, {"download_url"}, {"downloadUrl"}, {"url"}, {"href"}} {
		if ref = member(v, path...); ref != "" {
			break
		}
	}
	if id, ok := v["id"].(float64); ref == "" && ok && strings.Contains(r.URL.Path(), "/api/datasets/") { // Dataverse, which gives no links
		ref = fmt.Sprintf("/api/access/datafile/%.0f", id)
	}
	if ref == "" {
		return
	}
	if root := restPath.FindString(r.URL.Path()); root != "" && strings.HasPrefix(ref, "/bitstreams/") {
		ref = root + ref[1:]
	}
	if u, err := r.base.Resolve([]byte(ref)); err == nil {
		if says := find(strings.NewReplacer("_", " ", "-", " ").Replace(name)) &^ r.id.says; says&saysOther == 0 && !partName.MatchString(name) {
			r.add(Candidate{URL: u, Kind: Paper, Rule: "REST file", Confidence: 0.9})
		}
	}
}

// sortedKeys returns the names of an object's members in order, because that of the answer is lost.
func sortedKeys(v map[string]any) []string { return slices.Sorted(maps.Keys(v)) }

// restPath is where the interface of DSpace 5 and 6 stands; its links lack this part in some versions.
var restPath = lazyregexp.New(`^.*?/rest/`)

// first returns the first of some members that is a text.
func first(v map[string]any, names ...string) string {
	for _, name := range names {
		if s, ok := v[name].(string); ok && s != "" {
			return s
		}
	}
	return ""
}

// member returns the text at a path of members, or "".
func member(v map[string]any, path ...string) string {
	for i, name := range path {
		inner := v[name]
		if i == len(path)-1 {
			s, _ := inner.(string)
			return s
		}
		v, _ = inner.(map[string]any)
	}
	return ""
}
