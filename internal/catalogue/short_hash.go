package catalogue

import (
	"context"
	"database/sql"
)

// minHashDigits is the least number of digits by which a document is named in lists.
const minHashDigits = 8

// ShortHash returns the first digits of a hash that name its document alone, at least 8. It compares the hash with its neighbours
// in the index, so that its cost does not depend on the number of documents.
func (db *database) ShortHash(ctx context.Context, sha256 string) (string, error) {
	var before, after sql.NullString
	err := db.reader.QueryRowContext(ctx, `SELECT (SELECT MAX(sha256) FROM documents WHERE sha256 < $1), (SELECT MIN(sha256) FROM documents WHERE sha256 > $1)`,
		sha256).Scan(&before, &after)
	if err != nil {
		return "", db.failed("compare hashes", err)
	}
	digits := min(minHashDigits, len(sha256))
	for _, other := range []string{before.String, after.String} {
		for digits < min(len(sha256), len(other)) && sha256[:digits] == other[:digits] {
			digits++
		}
	}
	return sha256[:digits], nil
}
