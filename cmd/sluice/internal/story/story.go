// Package story gathers what a library knows about one URL or document, and writes it for people.
//
// [Of] gathers: how the URL was found, each fetch, the document with its verdict, description and
// versions. A [Story] is also the JSON form of `sluice show`, so its keys are stable.
package story

import (
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/frontier"
	"sluice/library"
)

// State is the state of a URL as a reader sees it. A document that no URL of a crawl has is in a state of the catalogue.
type State string

// The states of a URL.
const (
	Waiting   State = "waiting" // to be fetched, or being fetched
	Fetched   State = "fetched"
	Failed    State = "failed"
	Challenge State = "challenge" // the answer was not what was asked for
	Refused   State = "refused"   // by a rule
	Dropped   State = "dropped"   // by the strategy
	Added     State = "added"     // by a person
	Removed   State = "removed"   // at its owner's request
)

// A Story is what is known about one URL, from the catalogue and the frontier, and about the
// document that the URL has.
type Story struct {
	URL       string    `json:"url"`
	State     State     `json:"state"`
	Cause     string    `json:"cause"` // of a refusal, failure or removal
	Title     string    `json:"title,omitempty"`
	Type      string    `json:"type,omitempty"`
	MIME      string    `json:"mime,omitempty"`
	Document  bool      `json:"document"`
	Language  string    `json:"language,omitempty"`
	Relevance *float64  `json:"relevance,omitempty"` // to the topic of the library, 0 to 1
	Charset   string    `json:"charset,omitempty"`
	Size      int64     `json:"size"`
	SHA256    string    `json:"sha256,omitempty"`
	Depth     int       `json:"depth"`
	Level     int       `json:"level"`
	Links     int       `json:"links"`
	Parent    string    `json:"parent,omitempty"`
	Path      []string  `json:"path"` // from the seed to the parent
	Via       []string  `json:"via,omitempty"`
	CopyOf    string    `json:"copy_of,omitempty"`
	Copies    []string  `json:"copies,omitempty"`
	CitedBy   []string  `json:"cited_by,omitempty"`
	GotAt     time.Time `json:"got_at,omitzero"`
	Removed   time.Time `json:"removed_at,omitzero"`
	Fetches   []fetched `json:"fetches"`
	Stored    *document `json:"library,omitempty"` // its document, as the library has it

	documentOnly bool // no URL of a crawl has it: there is no path and no depth
}

// fetched is one fetch of the URL, and where its records are in the archive.
type fetched struct {
	At        time.Time `json:"at"`
	Outcome   string    `json:"outcome"`
	Status    int       `json:"status"`
	Cause     string    `json:"cause,omitempty"`
	Location  string    `json:"location,omitempty"`
	Size      int64     `json:"size"`
	Truncated string    `json:"truncated,omitempty"`
	Seconds   float64   `json:"seconds"`
	Address   string    `json:"address,omitempty"`
	File      string    `json:"file,omitempty"`
	Offset    int64     `json:"offset"`
	Length    int64     `json:"length"`
}

// fill fills in what the catalogue knows of the URL.
func (s *Story) fill(rows *catalogue.Details) {
	f := rows.Last
	s.URL, s.Title, s.Type, s.MIME, s.Document = f.URL, f.Title, f.Type, f.MIME, f.Document
	s.Language, s.Charset, s.Size, s.SHA256, s.Relevance = f.Language, f.Charset, f.Size, f.SHA256, f.Relevance
	s.Depth, s.Level, s.Links, s.Parent, s.Via = f.Depth, f.Level, f.Links, f.Parent, f.Via
	s.Path, s.CopyOf, s.Copies, s.CitedBy, s.GotAt = rows.Path, f.CopyOf, rows.Copies, rows.Hosts, rows.GotAt
	s.Stored = documentOf(rows)
	if d := rows.Document; d != nil && d.Relevance != nil { // that of its text
		s.Relevance = d.Relevance
	}
	if s.Cause == "" {
		s.Cause = string(f.Cause)
	}
	for _, f := range rows.Fetches {
		s.Fetches = append(s.Fetches, fetched{
			At: f.At, Outcome: f.Outcome.String(), Status: f.Status, Cause: string(f.Cause), Location: f.Location, Size: f.Size,
			Truncated: f.Truncated, Seconds: f.Took.Seconds(), Address: f.Address, File: f.File, Offset: f.Offset, Length: f.Length,
		})
	}
}

// setState derives the state that a reader sees from that of the frontier and from the fetches.
func (s *Story) setState(known frontier.State) {
	switch {
	case known == frontier.Refused:
		s.State = Refused
	case known == frontier.Waiting, known == frontier.Leased:
		s.State = Waiting
	case s.ended(library.Failed):
		s.State = Failed
	case s.ended(library.Challenged):
		s.State = Challenge
	case known == frontier.Dropped && len(s.Fetches) == 0:
		s.State = Dropped
	default:
		s.State = Fetched
	}
}

// ended reports whether the last fetch had an outcome.
func (s *Story) ended(o library.Outcome) bool {
	return len(s.Fetches) > 0 && s.Fetches[len(s.Fetches)-1].Outcome == o.String()
}
