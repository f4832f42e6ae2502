package archive

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync"

	"sluice/internal/system"
)

const (
	inMemory  = 2 << 20   // bytes of one Encoded kept in memory; more go to a temporary file
	keptBytes = 256 << 10 // largest memory that Release keeps for the next one
)

// spoolPattern names the temporary files. They have lost their name as soon as they
// are made; one that a crash left between the two is removed by Open.
const spoolPattern = ".encode-*.tmp"

// Encoded is the finished records of one exchange.
type Encoded struct {
	data  []byte
	spool *os.File // holds everything when there was too much for data
	dir   string   // of spool; "" for none
	size  int64
	first int64 // bytes of the first record
	err   error // of the first write that went wrong
}

var idleEncoded = sync.Pool{New: func() any { return new(Encoded) }}

// newEncoded returns an empty Encoded, used before if there is one.
func newEncoded(dir string) *Encoded {
	e := idleEncoded.Get().(*Encoded)
	*e = Encoded{data: e.data[:0], dir: dir}
	return e
}

// Size is the number of bytes that Append will write.
func (e *Encoded) Size() int64 { return e.size }

// Release frees the memory and the temporary file. e must not be used afterwards.
func (e *Encoded) Release() {
	if e.spool != nil {
		e.spool.Close() // it has no name any more; closing it frees the disk
		e.spool = nil
	}
	if cap(e.data) > keptBytes {
		e.data = nil
	}
	idleEncoded.Put(e)
}

// sink takes the records of an Encoded as they are made.
type sink struct{ *Encoded }

// Write adds to the records. After an error it does no more.
func (e sink) Write(p []byte) (int, error) {
	if e.err != nil {
		return 0, e.err
	}
	if e.spool == nil && e.dir != "" && len(e.data)+len(p) > inMemory {
		e.err = e.toDisk()
	}
	if e.spool != nil && e.err == nil {
		_, e.err = e.spool.Write(p)
	}
	if e.err != nil {
		return 0, e.err
	}
	if e.spool == nil {
		e.data = append(e.data, p...)
	}
	e.size += int64(len(p))
	return len(p), nil
}

// Close is for a plain record, which needs no end.
func (sink) Close() error { return nil }

// toDisk moves what has been encoded to a temporary file, which has no name, so that a crash leaves
// nothing behind.
func (e *Encoded) toDisk() (err error) {
	if e.spool, err = system.CreateUnnamed(e.dir, spoolPattern); err != nil {
		return fmt.Errorf("make temporary file: %w", err)
	}
	_, err = e.spool.Write(e.data)
	e.data = e.data[:0]
	return err
}

// writeTo writes all of it, at each call again.
func (e *Encoded) writeTo(w io.Writer) error {
	var r io.Reader = bytes.NewReader(e.data)
	if e.spool != nil {
		if _, err := e.spool.Seek(0, io.SeekStart); err != nil {
			return err
		}
		r = e.spool
	}
	n, err := io.Copy(w, r)
	if err == nil && n < e.size {
		err = io.ErrShortWrite
	}
	return err
}
