package homepage

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"slices"
	"strings"

	"sluice/weburl"
)

// Profile is an address at which a service says what the homepages of an author are.
type Profile struct{ Service, URL string }

// Profiles returns where ORCID and DBLP describe the author, if a record has the author's number there.
func (a *Author) Profiles() (all []Profile) {
	if a.DBLP != "" {
		all = append(all, Profile{"DBLP", "https://dblp.org/pid/" + a.DBLP + ".xml"})
	}
	if a.ORCID != "" {
		all = append(all, Profile{"ORCID", "https://pub.orcid.org/v3.0/" + a.ORCID + "/researcher-urls"})
	}
	return all
}

// The limits of a profile that is read.
const (
	maxProfile      = 4 << 20 // bytes; DBLP's has all works of the person
	maxProfileURLs  = 20
	maxProfileDepth = 20
)

// ReadProfile returns the homepages that a profile names: the answer of ORCID's public interface (researcher-urls, as JSON or XML), or DBLP's page of a person
// as XML. Pages of publishers, digital libraries and networks are left out.
func ReadProfile(body []byte) (urls []string) {
	body = bytes.TrimSpace(body[:min(len(body), maxProfile)])
	var named []string
	if bytes.HasPrefix(body, []byte("{")) {
		var v any
		if json.Unmarshal(body, &v) == nil {
			named = researcherURLs(v, false, 0)
		}
	} else {
		named = elementsURL(body)
	}
	for _, s := range named {
		u, err := weburl.Parse(strings.TrimSpace(s))
		if err != nil || isAt(u, publishers) || isAt(u, digitalLibraries) || isAt(u, networks) || weburl.DocumentEnding(u) || weburl.NeverPage(u) {
			continue
		}
		if s := u.String(); len(urls) < maxProfileURLs && !slices.Contains(urls, s) {
			urls = append(urls, s)
		}
	}
	return urls
}

// researcherURLs returns the values of "url" within "researcher-url".
func researcherURLs(v any, isWithin bool, depth int) (urls []string) {
	if depth > maxProfileDepth {
		return nil
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			urls = append(urls, researcherURLs(e, isWithin, depth+1)...)
		}
	case map[string]any:
		if inner, ok := v["url"].(map[string]any); ok && isWithin {
			if s, ok := inner["value"].(string); ok {
				urls = append(urls, s)
			}
		}
		for _, name := range []string{"person", "orcid-profile", "orcid-bio", "researcher-urls", "researcher-url"} {
			if inner, ok := v[name]; ok {
				urls = append(urls, researcherURLs(inner, isWithin || name == "researcher-url", depth+1)...)
			}
		}
	}
	return urls
}

// elementsURL returns the texts of the elements "url" that stand in a "researcher-url" of ORCID or in the "person" of DBLP, but not in its works.
func elementsURL(body []byte) (urls []string) {
	d := xml.NewDecoder(bytes.NewReader(body))
	d.Strict = false
	var path []string
	for len(urls) < maxProfileURLs {
		token, err := d.Token()
		if err != nil {
			break
		}
		switch e := token.(type) {
		case xml.StartElement:
			if path = append(path, e.Name.Local); len(path) > maxProfileDepth {
				return urls
			}
		case xml.EndElement:
			if path = path[:max(0, len(path)-1)]; e.Name.Local == "person" {
				return urls // works follow
			}
		case xml.CharData:
			if n := len(path); n > 1 && path[n-1] == "url" && (path[n-2] == "person" || path[n-2] == "researcher-url") {
				urls = append(urls, string(e))
			}
		}
	}
	return urls
}
