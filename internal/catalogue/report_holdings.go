package catalogue

import (
	"context"
	"time"

	"sluice/document/describe"
	"sluice/internal/timeline"
	"sluice/library"
)

// Holdings describes the accepted documents, and how the library has grown.
type Holdings struct {
	Works      int64           `json:"works"`       // documents that are formats or versions of one another count once
	Years      []YearCount     `json:"years"`       // the oldest first
	NoYear     int64           `json:"no_year"`     // accepted documents whose year is not known, or uncertain
	Languages  []LanguageCount `json:"languages"`   // the most frequent first; "": not known
	Metadata   []FieldCount    `json:"metadata"`    // in the order in which a catalogue card lists them
	Sites      []HoldingSite   `json:"sites"`       // the sites with the most accepted documents first
	OtherSites *OtherSites     `json:"other_sites"` // the sum of the sites that are not listed; null if all are
	Growth     Growth          `json:"growth"`
}

// YearCount counts the accepted documents of one year of publication.
type YearCount struct {
	Year      int   `json:"year"`
	Documents int64 `json:"documents"`
}

// LanguageCount counts the accepted documents in one language.
type LanguageCount struct {
	Language  string `json:"language"` // ISO 639
	Documents int64  `json:"documents"`
}

// FieldCount counts the accepted documents that have a field of metadata.
type FieldCount struct {
	Field      string  `json:"field"`
	Documents  int64   `json:"documents"`
	Uncertain  int64   `json:"uncertain"`  // of these, those whose value is right less than nine times in ten; exports leave it out unless it is the title
	Share      float64 `json:"share"`      // documents ÷ accepted documents
	Confidence float64 `json:"confidence"` // mean over the documents that have it, 0 to 1; 1 for a field that has no confidence
}

// OtherSites sums up the sites that a list leaves out.
type OtherSites struct {
	Sites     int64 `json:"sites"`
	Accepted  int64 `json:"accepted"`
	Documents int64 `json:"documents"`
}

// Growth has the size of the library over the time of its crawls. The last point has the figures of [Totals], and the
// number of accepted documents.
type Growth struct {
	Unit   timeline.Unit `json:"unit"`
	Points []GrowthPoint `json:"points"`
}

// GrowthPoint is the size at the end of a unit of time, counting what the library still has.
type GrowthPoint struct {
	Time      time.Time `json:"time"`  // the start of the unit
	Pages     int64     `json:"pages"` // by their first fetch
	Documents int64     `json:"documents"`
	Accepted  int64     `json:"accepted"` // by their first fetch, or when they were added
}

// maxGrowthPoints is the most points of the growth: enough for a curve, few enough for a page.
const maxGrowthPoints = 300

// The kinds of events of the growth.
const (
	growthPages = iota
	growthDocuments
	growthAccepted
	growthKinds
)

// metadataFields are the fields whose completeness is reported.
var metadataFields = []string{"title", "author", "year", "abstract", "venue", "language", "keyword", "subject", "doi", "references"}

// holdings fills in the description of the accepted documents.
func (r *reporter) holdings(ctx context.Context) error {
	h := &r.Holdings
	if err := r.reader.QueryRowContext(ctx, "SELECT COUNT(DISTINCT work) FROM documents WHERE state = $1", library.Accepted).Scan(&h.Works); err != nil {
		return err
	}
	years, err := selectAll(ctx, r.reader, func(row scanner) (y YearCount, err error) { return y, row.Scan(&y.Year, &y.Documents) },
		`SELECT year, COUNT(*) FROM documents d WHERE state = $1 AND year IS NOT NULL
			AND EXISTS (SELECT 1 FROM document_fields f WHERE f.document = d.id AND f.name = 'year' AND COALESCE(f.confidence, 1) >= $2)
		GROUP BY year ORDER BY year`, library.Accepted, describe.Certain)
	if err != nil {
		return err
	}
	h.Years, h.NoYear = append([]YearCount{}, years...), r.Library.Accepted
	for _, y := range years {
		h.NoYear -= y.Documents
	}
	languages, err := selectAll(ctx, r.reader, func(row scanner) (l LanguageCount, err error) { return l, row.Scan(&l.Language, &l.Documents) },
		`SELECT COALESCE(language, '') AS code, COUNT(*) AS n FROM documents WHERE state = $1 GROUP BY code ORDER BY n DESC, code`, library.Accepted)
	if err != nil {
		return err
	}
	h.Languages = append([]LanguageCount{}, languages...)
	return r.metadata(ctx)
}

// metadata fills in the completeness of the metadata.
func (r *reporter) metadata(ctx context.Context) error {
	counted, err := selectAll(ctx, r.reader, func(row scanner) (f FieldCount, err error) {
		return f, row.Scan(&f.Field, &f.Documents, &f.Uncertain, &f.Confidence)
	}, `SELECT name, COUNT(*), SUM(CASE WHEN best < $2 THEN 1 ELSE 0 END), AVG(best) FROM (
			SELECT f.name, f.document, MAX(COALESCE(f.confidence, 1)) AS best FROM documents d JOIN document_fields f ON f.document = d.id
			WHERE d.state = $1 GROUP BY f.document, f.name
		) AS fields GROUP BY name
		UNION ALL SELECT 'references', COUNT(DISTINCT d.id), 0, 1 FROM documents d JOIN document_references r ON r.document = d.id WHERE d.state = $1`,
		library.Accepted, describe.Certain)
	if err != nil {
		return err
	}
	fields := map[string]FieldCount{}
	for _, f := range counted {
		fields[f.Field] = f
	}
	r.Holdings.Metadata = []FieldCount{}
	if r.Library.Accepted == 0 {
		return nil
	}
	for _, name := range metadataFields {
		f := fields[name]
		f.Field, f.Share = name, float64(f.Documents)/float64(r.Library.Accepted)
		r.Holdings.Metadata = append(r.Holdings.Metadata, f)
	}
	return nil
}

// growth adds the accepted documents to the pages and documents that were counted before, and fills in the points.
func (r *reporter) growth(ctx context.Context) error {
	rows, err := r.reader.QueryContext(ctx, `SELECT COALESCE((SELECT MIN(l.first_seen) FROM locations l WHERE l.document = d.id), d.added_at)
		FROM documents d WHERE d.state = $1`, library.Accepted)
	if err != nil {
		return err
	}
	defer rows.Close()
	var at []byte
	for rows.Next() {
		if err := rows.Scan(&at); err != nil {
			return err
		}
		r.grown.Add(at, growthAccepted, 1)
	}
	r.Holdings.Growth = Growth{Unit: r.grown.Unit(), Points: []GrowthPoint{}}
	for _, p := range r.grown.Points() {
		r.Holdings.Growth.Points = append(r.Holdings.Growth.Points, GrowthPoint{Time: p.Start, Pages: p.Sums[growthPages],
			Documents: p.Sums[growthDocuments], Accepted: p.Sums[growthAccepted]})
	}
	return rows.Err()
}
