package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// maxCopies is the number up to which the copies of a body on one site are counted.
const maxCopies = 100

// Copies returns the first URL that was fetched with the body of this hash (hex), nil if no URL
// has it, and the number of URLs of the site (host) that have it, counted up to 100. It does
// not see groups that are not committed yet, and a URL that is fetched again finds itself. An
// empty hash and an empty body have no copies.
func (c *Catalogue) Copies(ctx context.Context, site, sha256 string) (first *Fetch, onSite int, err error) {
	key, ok := bodyKey(sha256)
	if !ok || c.record != nil && !c.record.bodies.mayHave(key) {
		return nil, 0, nil
	}
	first, err = c.original(ctx, sha256, key)
	if err != nil {
		return nil, 0, c.failed("first fetch of body "+sha256, err)
	}
	if first == nil {
		return nil, 0, nil
	}
	if err := c.ask.onSite.QueryRowContext(ctx, int64(key), site, maxCopies).Scan(&onSite); err != nil {
		return nil, 0, c.failed("copies of body "+sha256, err)
	}
	return first, onSite, nil
}

// original returns the first fetch of a body. It compares the whole hash: the key of the index
// is only its beginning.
func (c *Catalogue) original(ctx context.Context, sha256 string, key uint64) (*Fetch, error) {
	f, age, ok := c.ask.originals.get(sha256)
	if ok {
		return &f, nil
	}
	var id int64
	if err := c.ask.original.QueryRowContext(ctx, int64(key)).Scan(&id); err != nil {
		return nil, err
	}
	f, gotAt, err := scanFetch(c.ask.byID.QueryRowContext(ctx, id))
	if errors.Is(err, sql.ErrNoRows) || err == nil && f.SHA256 != sha256 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f = bodyOf(f, gotAt)
	c.ask.originals.put(sha256, f, age)
	return &f, nil
}

// originals caches the first fetches of bodies that have copies: where thousands of URLs return
// one body, it is looked up thousands of times.
type originals struct {
	mu  sync.Mutex
	lru *simplelru.LRU[string, Fetch] // by SHA-256; nil until the first put
	age int                           // grows when a body is replaced; what was read before that is not kept
}

// maxOriginals bounds the cache.
const maxOriginals = 1024

// get returns a cached fetch and true, or the age that put needs and false.
func (o *originals) get(sha256 string) (f Fetch, age int, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.lru != nil {
		f, ok = o.lru.Get(sha256)
	}
	return f, o.age, ok
}

// put caches a fetch that was read at an age. It ignores one that was read before the last
// clear.
func (o *originals) put(sha256 string, f Fetch, age int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if age != o.age {
		return
	}
	if o.lru == nil {
		o.lru, _ = simplelru.NewLRU[string, Fetch](maxOriginals, nil) // an error only for a size below 1
	}
	o.lru.Add(sha256, f)
}

// clear empties the cache, because a body was replaced.
func (o *originals) clear() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.lru = nil
	o.age++
}
