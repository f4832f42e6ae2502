package draft

import "strings"

// The most that is kept of the files within a file.
const (
	MaxFiles     = 20
	MaxFile      = 16 << 20 // bytes of one
	MaxFileBytes = 32 << 20 // bytes of all together
)

// File is a file within a file: what it is called there, and what it holds.
type File struct {
	Name string
	Data []byte // empty where it is too large to be kept
}

// Files are the files within a file, in the order in which they were met. A nil
// one takes none.
type Files struct {
	kept  []File
	bytes int
}

// Add keeps a file within the limits; one that is too large keeps its name
// alone.
func (f *Files) Add(name string, data []byte) {
	if f == nil || len(f.kept) >= MaxFiles {
		return
	}
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if len(data) > f.Room() {
		data = nil
	}
	f.bytes += len(data)
	f.kept = append(f.kept, File{Name: cut(Clean(cut(name, 1000)), 200), Data: data})
}

// Room is how many bytes the next file may have; 0 when no more are taken.
func (f *Files) Room() int {
	if f == nil || len(f.kept) >= MaxFiles {
		return 0
	}
	return min(MaxFile, MaxFileBytes-f.bytes)
}

// All returns what was kept.
func (f *Files) All() []File { return f.kept }
