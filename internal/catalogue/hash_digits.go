package catalogue

import (
	"bytes"
	"context"
	"database/sql"
)

// minHashDigits is the least number of digits by which a document is named in lists.
const minHashDigits = 8

// HashDigits returns how many of the first digits of a hash name each document of the library alone, at least 8. It reads the
// hashes of all documents: 100,000 take about a tenth of a second.
func (c *Catalogue) HashDigits(ctx context.Context) (int, error) {
	digits, err := hashDigits(ctx, c.reader)
	return digits, c.failed("compare hashes", err)
}

// hashDigits compares each hash with the next one in the order of the index.
func hashDigits(ctx context.Context, from queryer) (int, error) {
	rows, err := from.QueryContext(ctx, "SELECT sha256 FROM documents ORDER BY sha256")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	digits := minHashDigits
	var hash sql.RawBytes
	var last []byte
	for rows.Next() {
		if err := rows.Scan(&hash); err != nil {
			return 0, err
		}
		for digits < min(len(hash), len(last)) && bytes.Equal(hash[:digits], last[:digits]) {
			digits++
		}
		last = append(last[:0], hash...)
	}
	return digits, rows.Err()
}
