package fetch

import (
	"os"

	"sluice/internal/system"
)

// fileCalls is the most calls that create or write files of bodies at the same time. A call that the disk keeps waiting holds a
// thread of the operating system, whose stack has up to 8 MiB: with a call for each request, threads use up a limit of memory.
const fileCalls = 8

// files are the temporary files of the bodies that have no room in memory.
type files struct {
	dir   string
	turns chan struct{} // has what is sent to it for each call under way
}

// create makes a file without a name, which vanishes when it is closed.
func (f *files) create() (*os.File, error) {
	f.turns <- struct{}{}
	defer func() { <-f.turns }()
	return system.CreateUnnamed(f.dir, "sluice-body-")
}

// write appends p to a file of create.
func (f *files) write(file *os.File, p []byte) (int, error) {
	f.turns <- struct{}{}
	defer func() { <-f.turns }()
	return file.Write(p)
}
