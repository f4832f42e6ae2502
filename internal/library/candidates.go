package library

import "context"

// Candidates gives what accepted documents point to, of one kind and in one state (empty: any), sorted by kind, value and
// document: those behind one that was given (the zero value: from the first), at most n.
func (c *Catalogue) Candidates(ctx context.Context, kind, state string, after Candidate, n int) ([]Candidate, error) {
	all, err := query(ctx, c.reader, func(row interface{ Scan(...any) error }) (one Candidate, err error) {
		err = row.Scan(&one.Kind, &one.Value, &one.State, &one.Document)
		return one, err
	}, `SELECT c.kind, c.value, c.state, d.sha256 FROM candidates c JOIN documents d ON d.id = c.document
		WHERE d.state = 'accepted' AND ($1 = '' OR c.kind = $1) AND ($2 = '' OR c.state = $2) AND (c.kind, c.value, d.sha256) > ($3, $4, $5)
		ORDER BY c.kind, c.value, d.sha256 LIMIT $6`, kind, state, after.Kind, after.Value, after.Document, n)
	return all, c.failed("read candidates", err)
}

// SettleCandidate records what came of a candidate, whichever documents point to it.
func (c *Catalogue) SettleCandidate(ctx context.Context, kind, value, state string) error {
	return c.change(ctx, "settle "+value, func(f *filing) error {
		return f.exec("UPDATE candidates SET state = $3 WHERE kind = $1 AND value = $2", kind, word(value), word(state))
	})
}
