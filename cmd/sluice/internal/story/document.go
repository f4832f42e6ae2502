package story

import (
	"time"

	"sluice/internal/catalogue"
)

// document is what the library knows about a document, as JSON. The keys are stable.
type document struct {
	State      string      `json:"state"`
	Files      files       `json:"files"`
	Cause      string      `json:"cause,omitempty"`
	Genre      string      `json:"genre,omitempty"`
	Confidence float64     `json:"confidence,omitempty"`
	JudgedBy   string      `json:"judged_by,omitempty"`
	Reasons    []reason    `json:"reasons,omitempty"`
	Pages      int         `json:"pages,omitempty"`
	Words      int         `json:"words,omitempty"`
	Language   string      `json:"language,omitempty"`
	Fields     []field     `json:"fields"`
	Locations  []location  `json:"locations"`
	LinkedFrom int         `json:"linked_from"` // pages of other hosts that link to it
	Citations  int         `json:"citations"`   // works in the library whose references cite it
	Copies     int         `json:"copies"`
	CitedBy    []citing    `json:"citing_documents,omitempty"` // cited_by of the story is hosts that link to it
	Links      []link      `json:"links_to_it,omitempty"`
	Versions   []version   `json:"versions,omitempty"`
	References []reference `json:"references,omitempty"`
	ReplacedBy string      `json:"replaced_by,omitempty"`
	AddedAt    time.Time   `json:"added_at,omitzero"`
	ReadAt     time.Time   `json:"read_at,omitzero"`

	sum   string            // its hash
	short map[string]string // the short hashes of other documents
}

// files are the paths of its files in the library.
type files struct {
	Document  string `json:"document,omitempty"`
	Text      string `json:"text,omitempty"`
	Copy      string `json:"viewing_copy,omitempty"`
	Thumbnail string `json:"thumbnail,omitempty"`
}

// reason is a feature of the document and how much it speaks for the verdict, or against it.
type reason struct {
	Feature string  `json:"feature"`
	Weight  float64 `json:"weight"`
}

// field is a value of its metadata.
type field struct {
	Name       string  `json:"name"`
	Value      string  `json:"value"`
	Source     string  `json:"source"`
	Confidence float64 `json:"confidence"`
	Overruled  bool    `json:"overruled,omitempty"` // by what a person said
}

// location is a URL that has, or had, these bytes.
type location struct {
	URL          string    `json:"url"`
	Original     bool      `json:"original,omitempty"`
	Latest       bool      `json:"latest"`
	LastModified time.Time `json:"last_modified,omitzero"`
	First        time.Time `json:"first_seen,omitzero"`
}

// citing is a document that cites it.
type citing struct {
	SHA256    string `json:"sha256"`
	Title     string `json:"title,omitempty"`
	URL       string `json:"url,omitempty"`
	Year      int    `json:"year,omitempty"`
	Uncertain bool   `json:"year_uncertain,omitempty"` // such a year is right less than nine times in ten
	Reference string `json:"reference"`                // as printed
	By        string `json:"matched_by"`               // doi, arxiv or title
}

// link is a link to it.
type link struct {
	Page    string `json:"page"`
	Text    string `json:"text,omitempty"`
	Outside bool   `json:"outside"` // from another host
}

// reference is a work that it cites.
type reference struct {
	Raw     string   `json:"raw"`
	Title   string   `json:"title,omitempty"`
	Authors []string `json:"authors,omitempty"`
	Year    int      `json:"year,omitempty"`
	DOI     string   `json:"doi,omitempty"`
	ArXiv   string   `json:"arxiv,omitempty"`
	URL     string   `json:"url,omitempty"`
}

// version is another document of the same work.
type version struct {
	SHA256     string  `json:"sha256"`
	URL        string  `json:"url,omitempty"`
	Kind       string  `json:"kind,omitempty"`
	Type       string  `json:"type,omitempty"`
	Similarity float64 `json:"similarity,omitempty"`
	State      string  `json:"state"`
}

// documentOf returns the document in the rows of the catalogue, or nil if they have none.
func documentOf(rows *catalogue.Details) *document {
	d := rows.Document
	if d == nil {
		return nil
	}
	h := &document{sum: d.SHA256, State: string(d.State), Cause: string(d.Cause), Genre: string(d.Verdict.Genre), Confidence: d.Verdict.Confidence, JudgedBy: d.Verdict.By,
		Pages: d.Pages, Words: d.Words, Language: d.Language, LinkedFrom: d.LinkedFrom, Citations: d.Citations, Copies: d.Copies, ReplacedBy: d.ReplacedBy,
		AddedAt: d.Added, ReadAt: d.Read}
	for _, r := range d.Verdict.Reasons {
		h.Reasons = append(h.Reasons, reason(r))
	}
	said := map[string]bool{} // fields that a person has set; values of persons come first
	for _, f := range d.Fields {
		said[f.Name] = said[f.Name] || f.Source == byUser
		h.Fields = append(h.Fields, field{f.Name, f.Value, f.Source, f.Confidence, said[f.Name] && f.Source != byUser})
	}
	for i, l := range d.Locations {
		h.Locations = append(h.Locations, location{l.URL, i == 0, l.Latest, l.LastModified, l.First})
	}
	for _, c := range rows.CitedBy {
		h.CitedBy = append(h.CitedBy, citing(c))
	}
	for _, l := range rows.Links {
		h.Links = append(h.Links, link{l.Page, l.Text, l.Outside})
	}
	for _, v := range rows.Versions {
		h.Versions = append(h.Versions, version{v.SHA256, v.URL, v.Kind, v.Type, v.Similarity, string(v.State)})
	}
	for _, r := range rows.References {
		h.References = append(h.References, reference(r))
	}
	return h
}

// byUser is the source of what a person said.
const byUser = "user"
