package crawler

import (
	"sluice/internal/fetch"
	"sluice/internal/system"
)

// fitOpenFiles lowers the number of requests at a time to what the process may
// have open, and returns how many connections may be kept besides. Two thirds of few
// files, and hundreds of many, are left to the stores and to the reading of documents.
func (c *config) fitOpenFiles() (idle int) {
	idle = max(c.Politeness.Workers, 1024)
	limit, err := system.OpenFileLimit()
	if err != nil || limit > 1<<20 {
		return idle
	}
	files := int(limit)
	sockets := files - min(files*2/3, 512)
	if most := max(sockets*3/4, 1); c.Politeness.Workers > most {
		c.Log.Warn("fewer requests at a time: the process may have few files open (see ulimit -n)", "files", files, "workers", most)
		c.Politeness.Workers = most
	}
	return max(min(idle, sockets-c.Politeness.Workers), 1)
}

// outOfFiles returns the reason of a pause for a lack of open files.
func outOfFiles(err error) error { return &fetch.Error{Cause: fetch.OutOfFiles, Err: err} }
