package catalogue

import (
	"context"

	"sluice/internal/cause"
	"sluice/library"
)

// ChallengeCount counts the URLs of a host whose last answer was a challenge.
type ChallengeCount struct {
	Host string `json:"host"`
	Kind string `json:"kind"` // and the vendor, such as "captcha (Cloudflare)"
	URLs int64  `json:"urls"`
}

// fillChallenges fills in the challenges by host and kind, those of most URLs first.
func (r *reporter) fillChallenges(ctx context.Context) error {
	rows, err := r.reader.QueryContext(ctx, `SELECT s.host, COALESCE(p.cause, ''), COUNT(*) FROM pages p JOIN sites s ON s.id = p.site
		WHERE p.outcome = $1 GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`, int64(library.Challenged))
	if err != nil {
		return err
	}
	defer rows.Close()
	r.Challenges = []ChallengeCount{}
	for rows.Next() {
		var n ChallengeCount
		var why string
		if err := rows.Scan(&n.Host, &why, &n.URLs); err != nil {
			return err
		}
		_, n.Kind = cause.Split(why)
		r.Challenges = append(r.Challenges, n)
	}
	return rows.Err()
}
