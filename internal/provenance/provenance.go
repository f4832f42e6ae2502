// Package provenance is what the metadata record of an exchange says of how its URL was
// found. The crawl writes it, and a replay of the archive reads it.
//
// The names and values are in archives on disk: they may be added to, but not changed.
package provenance

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"time"

	"sluice/internal/archive"
	"sluice/internal/frontier"
)

// ViaRobots is the parent of a request for robots.txt.
const ViaRobots = "robots"

// Record is the content of a metadata record.
type Record struct {
	Parent   string // URL of the page that the URL was found on, or ViaRobots
	Kind     frontier.Kind
	Depth    int
	Attempt  int
	Via      []string      // redirects that led to the URL, oldest first
	Took     time.Duration // of the exchange, in milliseconds
	Protocol string        // empty when the archived header has it
	Missing  bool          // a soft 404, as a probe of its host had shown
}

// The names of the fields.
const (
	fieldDepth    = "hopsFromSeed"
	fieldTook     = "fetchTimeMs"
	fieldParent   = "via"
	fieldKind     = "kind"
	fieldAttempt  = "attempt"
	fieldVia      = "redirectedFrom"
	fieldProtocol = "protocol"
	fieldJudged   = "judged"
)

// judgedMissing is the judgement on a soft 404 that a probe has shown.
const judgedMissing = "soft 404"

// RobotsFields returns the fields of a request for robots.txt.
func RobotsFields() []archive.Field { return []archive.Field{{Name: fieldParent, Value: ViaRobots}} }

// Fields returns the fields of a record.
func (r *Record) Fields() []archive.Field {
	fields := []archive.Field{
		{Name: fieldDepth, Value: strconv.Itoa(r.Depth)},
		{Name: fieldTook, Value: strconv.FormatInt(r.Took.Milliseconds(), 10)},
	}
	add := func(name, value string) { fields = append(fields, archive.Field{Name: name, Value: value}) }
	if r.Parent != "" {
		add(fieldParent, r.Parent)
	}
	add(fieldKind, KindName(r.Kind))
	if r.Attempt > 0 {
		add(fieldAttempt, strconv.Itoa(r.Attempt))
	}
	for _, from := range r.Via {
		add(fieldVia, from)
	}
	if r.Protocol != "" {
		add(fieldProtocol, r.Protocol)
	}
	if r.Missing {
		add(fieldJudged, judgedMissing)
	}
	return fields
}

// Read reads the body of a metadata record. Fields with other names are passed over.
func Read(body io.Reader) (Record, error) {
	var r Record
	lines := bufio.NewScanner(body)
	for lines.Scan() {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok {
			r.set(name, strings.TrimSpace(value))
		}
	}
	return r, lines.Err()
}

// set sets the field of a name. Unknown names are ignored: later versions may write more.
func (r *Record) set(name, value string) {
	n, _ := strconv.Atoi(value) // 0 for what is no number
	switch name {
	case fieldParent:
		r.Parent = value
	case fieldDepth:
		r.Depth = n
	case fieldKind:
		r.Kind = kindNamed(value)
	case fieldAttempt:
		r.Attempt = n
	case fieldVia:
		r.Via = append(r.Via, value)
	case fieldTook:
		r.Took = time.Duration(n) * time.Millisecond
	case fieldProtocol:
		r.Protocol = value
	case fieldJudged:
		r.Missing = value == judgedMissing
	}
}

// kindNames are the kinds of links as catalogue and archive store them.
var kindNames = map[frontier.Kind]string{
	frontier.Page: "page", frontier.Seed: "seed", frontier.Sitemap: "sitemap", frontier.Foreign: "foreign",
	frontier.Requisite: "requisite", frontier.Probe: "probe",
}

// KindName returns the name of a kind of links as catalogue and archive store it.
func KindName(k frontier.Kind) string { return kindNames[k] }

// kindNamed returns the kind of a name, [frontier.Page] for an unknown one.
func kindNamed(name string) frontier.Kind {
	for k, n := range kindNames {
		if n == name {
			return k
		}
	}
	return frontier.Page
}
