package crawl

import "context"

// A page of very many links takes tens of megabytes until it is recorded, so few such pages are on their way at a time.
const (
	heavyPage = 5_000   // links from which on a page counts
	heavyRoom = 200_000 // links of such pages that may be on their way from a reader into the stores
)

// admit waits until there is room for a page that was read.
func (c *Crawl) admit(v *visit) {
	if v.page == nil || len(v.page.Links) < heavyPage {
		return
	}
	v.weight = min(int64(len(v.page.Links)), heavyRoom)
	_ = c.heavy.Acquire(context.Background(), v.weight) // it is given back, whatever becomes of the group
}

// dismiss gives back the room of a visit that is recorded.
func (c *Crawl) dismiss(v *visit) {
	c.heavy.Release(v.weight)
	v.weight = 0
}
