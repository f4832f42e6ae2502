package catalogue

import (
	"context"
	"sync"
	"time"
)

// The sizes of the accepted documents show how small a file may be and still be a document.

const (
	smallSamples = 100             // accepted documents of a type before its sizes tell something: the next one is smaller than all of them once in a hundred times
	smallPDF     = 8 << 10         // bytes, to begin with
	smallAge     = 1 * time.Minute // how long an answer stands
)

// smallest keeps the answers by type.
type smallest struct {
	mu sync.Mutex
	m  map[string]smallSize
}

type smallSize struct {
	size int64
	at   time.Time
}

// TooSmall returns the size in bytes up to which a file of a type is taken to be no document: the largest under which
// none was ever accepted, once a hundred were; until then 8 KiB for "pdf", and 0 for the others.
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
