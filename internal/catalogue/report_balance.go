package catalogue

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"sluice/library"
)

// Balance divides the URLs of documents, and the documents that were filed, into parts that add up:
//
//   - Found.Total is the sum of the other counts of Found, but BothSchemes.
//   - Fetched.Total is Found.Fetched + Found.BothSchemes, and the number of documents in [Totals].
//   - The total of each origin is the sum of its other counts.
//   - Fetched, Added and Earlier together have each filed document once in its state.
type Balance struct {
	Found   FoundURLs `json:"found"`
	Fetched Origin    `json:"fetched"` // URLs that have a document
	Added   Origin    `json:"added"`   // documents at no URL of Fetched that people have added
	Earlier Origin    `json:"earlier"` // the other documents at no URL of Fetched: their URLs have another body now, or none
}

// FoundURLs divides the URLs of documents. A URL at both http and https counts once.
type FoundURLs struct {
	Total        int64 `json:"total"`
	Fetched      int64 `json:"fetched"`       // have a document
	NotDocuments int64 `json:"not_documents"` // responded with something else
	Redirects    int64 `json:"redirects"`
	Failed       int64 `json:"failed"`
	Retried      int64 `json:"retried"`    // failed so far, to be tried again
	Challenged   int64 `json:"challenged"` // the host sent a challenge instead
	NotFetched   int64 `json:"not_fetched"`
	BothSchemes  int64 `json:"both_schemes"` // of the fetched ones, those that were fetched at the other scheme as well
}

// Origin divides what came from one origin by what became of it.
type Origin struct {
	Total    int64 `json:"total"`
	Accepted int64 `json:"accepted"`
	Rejected int64 `json:"rejected"`
	Waiting  int64 `json:"waiting"`
	Replaced int64 `json:"replaced"`
	Removed  int64 `json:"removed"`
	Queued   int64 `json:"queued"`  // not read yet
	Skipped  int64 `json:"skipped"` // not filed
	Copies   int64 `json:"copies"`  // further URLs of the documents that are counted before
}

// HoldingSite counts the documents that were fetched from one host.
type HoldingSite struct {
	Host      string `json:"host"`
	Accepted  int64  `json:"accepted"`  // documents
	Documents int64  `json:"documents"` // URLs
}

// add counts n documents in a state, or URLs of one of the other parts.
func (o *Origin) add(state string, n int64) {
	o.Total += n
	switch state {
	case string(library.Accepted):
		o.Accepted += n
	case string(library.Rejected):
		o.Rejected += n
	case string(library.Waiting):
		o.Waiting += n
	case string(library.Replaced):
		o.Replaced += n
	case string(library.Removed):
		o.Removed += n
	case "queued":
		o.Queued += n
	case "copy":
		o.Copies += n
	default:
		o.Skipped += n
	}
}

// fetchedDocuments selects the URLs that count as documents in [Totals].
const fetchedDocuments = "p.document = 1 AND p.outcome NOT IN (2, 3) AND (p.outcome = 1 OR p.got_at IS NOT NULL)"

// balance fills in the balance and the sites with the most accepted documents.
func (r *reporter) balance(ctx context.Context) error {
	b := &r.Library.Balance
	if err := r.found(ctx, &b.Found); err != nil {
		return err
	}
	if err := r.fetched(ctx, &b.Fetched); err != nil {
		return err
	}
	b.Found.BothSchemes = b.Fetched.Total - b.Found.Fetched
	rows, err := r.reader.QueryContext(ctx, `SELECT d.state, EXISTS (SELECT 1 FROM locations l WHERE l.document = d.id AND l.added = 1) AS added, COUNT(*)
		FROM documents d WHERE d.sha256 NOT IN (SELECT p.sha256 FROM pages p WHERE p.sha256 IS NOT NULL AND `+fetchedDocuments+`)
		GROUP BY d.state, added`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var state string
		var added bool
		var n int64
		if err := rows.Scan(&state, &added, &n); err != nil {
			return err
		}
		if added {
			b.Added.add(state, n)
		} else {
			b.Earlier.add(state, n)
		}
	}
	return rows.Err()
}

// found divides the URLs of documents, fetched or not, by the best response at either scheme.
func (r *reporter) found(ctx context.Context, f *FoundURLs) error {
	rows, err := r.reader.QueryContext(ctx, `WITH found AS (
			SELECT url FROM citations WHERE sure = 1 UNION SELECT url FROM pages WHERE document = 1
		), best AS (
			SELECT REPLACE(f.url, 'https://', 'http://') AS key,
			       MIN(CASE WHEN p.id IS NULL THEN 9 WHEN `+fetchedDocuments+` THEN 0 ELSE p.outcome END) AS class
			FROM found f LEFT JOIN pages p ON p.url IN (f.url, REPLACE(f.url, 'http://', 'https://'), REPLACE(f.url, 'https://', 'http://'))
			GROUP BY key
		)
		SELECT class, COUNT(*) FROM best GROUP BY class`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var class int
		var n int64
		if err := rows.Scan(&class, &n); err != nil {
			return err
		}
		f.Total += n
		switch class {
		case 0:
			f.Fetched += n
		case int(library.Fetched):
			f.NotDocuments += n
		case int(library.Redirected):
			f.Redirects += n
		case int(library.Failed):
			f.Failed += n
		case int(library.Retried):
			f.Retried += n
		case int(library.Challenged):
			f.Challenged += n
		default: // also the URLs that were excluded after their page linked to them
			f.NotFetched += n
		}
	}
	return rows.Err()
}

// fetched divides the URLs that have a document by what became of it, and counts the documents of each site. Of the URLs
// with equal bytes the one that was fetched first counts as the document, the others are copies.
func (r *reporter) fetched(ctx context.Context, o *Origin) error {
	rows, err := r.reader.QueryContext(ctx, `WITH fetched AS (
			SELECT p.id, p.site, p.sha256, ROW_NUMBER() OVER (PARTITION BY COALESCE(p.sha256, CAST(p.id AS TEXT)) ORDER BY p.id) AS nth
			FROM pages p WHERE `+fetchedDocuments+`
		)
		SELECT f.site, CASE WHEN f.nth > 1 THEN 'copy' WHEN d.id IS NOT NULL THEN d.state
		                    WHEN EXISTS (SELECT 1 FROM intake i WHERE i.page = f.id AND i.sha256 = f.sha256) THEN 'queued' ELSE 'skipped' END AS class, COUNT(*)
		FROM fetched f LEFT JOIN documents d ON d.sha256 = f.sha256 GROUP BY f.site, class`)
	if err != nil {
		return err
	}
	defer rows.Close()
	sites := map[int64]*HoldingSite{}
	for rows.Next() {
		var site, n int64
		var state string
		if err := rows.Scan(&site, &state, &n); err != nil {
			return err
		}
		o.add(state, n)
		if sites[site] == nil {
			sites[site] = &HoldingSite{}
		}
		sites[site].Documents += n
		if state == string(library.Accepted) {
			sites[site].Accepted += n
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return r.holdingSites(ctx, sites)
}

// holdingSites lists the sites with the most accepted documents and adds up the others.
func (r *reporter) holdingSites(ctx context.Context, sites map[int64]*HoldingSite) error {
	h := &r.Holdings
	h.Sites = []HoldingSite{}
	ids := slices.SortedFunc(maps.Keys(sites), func(a, b int64) int {
		return cmp.Or(cmp.Compare(sites[b].Accepted, sites[a].Accepted), cmp.Compare(sites[b].Documents, sites[a].Documents), cmp.Compare(a, b))
	})
	for i, id := range ids {
		site := sites[id]
		if i >= maxReportSites {
			if h.OtherSites == nil {
				h.OtherSites = &OtherSites{}
			}
			h.OtherSites.Sites++
			h.OtherSites.Accepted += site.Accepted
			h.OtherSites.Documents += site.Documents
			continue
		}
		if err := r.reader.QueryRowContext(ctx, "SELECT host FROM sites WHERE id = $1", id).Scan(&site.Host); err != nil {
			return err
		}
		h.Sites = append(h.Sites, *site)
	}
	return nil
}
