package catalogue

import (
	"context"
	"sync"
	"time"
)

// The sizes of the accepted documents show how small a file may be and still be a document.

// smallSamples is the number of accepted documents of a type from which its sizes are
// significant: if a hundred are larger than a size, the next one is smaller once in a hundred
// times.
const (
	smallSamples = 100
	smallPDF     = 8 << 10         // bytes, to begin with
	smallAge     = 1 * time.Minute // how long an answer is cached
)

// smallest caches the answers of TooSmall by type. A crawl calls it for each file that it fetches.
type smallest struct {
	mu sync.Mutex
	m  map[string]smallSize
}

// smallSize is a cached answer.
type smallSize struct {
	size int64
	at   time.Time
}

// TooSmall returns the size in bytes up to which a file of a type does not count as a document.
// It is the greatest size below which none was ever accepted, once a hundred of the type were;
// before that it is 8 KiB for "pdf", and 0 for the others.
func (c *Catalogue) TooSmall(ctx context.Context, typ string) (int64, error) {
	now := time.Now()
	c.sizes.mu.Lock()
	known, ok := c.sizes.m[typ]
	c.sizes.mu.Unlock()
	if ok && now.Sub(known.at) < smallAge {
		return known.size, nil
	}
	var n, least int64
	err := c.reader.QueryRowContext(ctx, `SELECT COUNT(*), COALESCE(MIN(size), 0) FROM
		(SELECT size FROM documents WHERE state = 'accepted' AND type = $1 ORDER BY size LIMIT $2) AS accepted`, typ, smallSamples).Scan(&n, &least)
	if err != nil {
		return 0, c.failed("sizes of "+typ, err)
	}
	size := max(least-1, 0)
	if n < smallSamples {
		if size = 0; typ == "pdf" {
			size = smallPDF
		}
	}
	c.sizes.mu.Lock()
	defer c.sizes.mu.Unlock()
	if c.sizes.m == nil {
		c.sizes.m = map[string]smallSize{}
	}
	c.sizes.m[typ] = smallSize{size, now}
	return size, nil
}
