package frontier

import (
	"context"
	"encoding/binary"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"sluice/internal/frontier/urlset"
)

// OpenFS opens a frontier on another file system.
func OpenFS(dir string, fs vfs.FS, o Options) (*Frontier, error) {
	return open(context.Background(), dir, fs, o, false)
}

// Narrow leaves little room in memory, so that a small frontier behaves as a large one does.
func (f *Frontier) Narrow(queues, links, hosts int) {
	f.mu.Lock()
	defer f.unlock()
	f.limits = limits{queues, links, hosts}
	f.seen.recent = urlset.NewRecent(8)
	f.links.links.Resize(16)
}

// Between makes f call do whenever it has given its lock free.
func (f *Frontier) Between(do func()) { f.between = do }

// HostNumber returns the number of a host whose number no other has.
func HostNumber(name string) uint32 { return hostNumber(name) }

// SetFormat makes the store one of another format, until it is written again.
func (f *Frontier) SetFormat(n uint64) error {
	return f.store.Set([]byte{keyMeta}, binary.AppendUvarint(nil, n), pebble.Sync)
}

// Flush writes what the store has in memory to its tables.
func (f *Frontier) Flush() error { return f.store.Flush() }

// ScanSlice is the number of links that Scan looks at while Next waits.
const ScanSlice = scanSlice

// IsReading reports whether a call holds the lock for which Next waits.
func (f *Frontier) IsReading() bool {
	if !f.reading.TryLock() {
		return true
	}
	f.reading.Unlock()
	return false
}
