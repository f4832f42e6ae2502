package frontier

import "github.com/cockroachdb/pebble/v2/vfs"

// OpenFS opens a frontier on another file system.
func OpenFS(dir string, fs vfs.FS, o Options) (*Frontier, error) { return open(dir, fs, o, false) }

// Narrow leaves little room in memory, so that a small frontier behaves as a large one does.
func (f *Frontier) Narrow(queues, links, hosts int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.limits = limits{queues, links, hosts}
	f.recent = newRecent(8)
}
