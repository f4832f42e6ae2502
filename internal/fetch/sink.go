package fetch

import (
	"io"
	"os"
)

// sink stores a body: in a buffer while there is memory for it, then in a temporary file.
type sink struct {
	buffers *buffers
	files   *files
	buf     *[]byte
	file    *os.File
	n       int64
}

// expect makes room for a body that is said to have n bytes.
func (s *sink) expect(n int64) {
	if s.buf == nil && s.file == nil {
		s.buf = s.buffers.get(int(min(n, freeBuffer)))
	}
}

// Write appends p.
func (s *sink) Write(p []byte) (int, error) {
	if s.file == nil && s.grow(len(p)) {
		*s.buf = append(*s.buf, p...)
		s.n += int64(len(p))
		return len(p), nil
	}
	if err := s.spill(); err != nil {
		return 0, err
	}
	n, err := s.files.write(s.file, p)
	s.n += int64(n)
	if err != nil {
		return n, newError(Disk, err)
	}
	return n, nil
}

// grow makes room in memory for n more bytes. It reports whether there is room.
func (s *sink) grow(n int) bool {
	if s.buf == nil {
		s.buf = s.buffers.get(n)
		return s.buf != nil
	}
	if len(*s.buf)+n <= cap(*s.buf) {
		return true
	}
	larger := s.buffers.get(max(len(*s.buf)+n, 2*cap(*s.buf)))
	if larger == nil {
		return false
	}
	*larger = append(*larger, *s.buf...)
	s.buffers.put(s.buf)
	s.buf = larger
	return true
}

// spill moves what is in memory to a file without a name, which vanishes when it is closed.
func (s *sink) spill() error {
	if s.file != nil {
		return nil
	}
	f, err := s.files.create()
	if err != nil {
		return newError(Disk, err)
	}
	s.file = f
	if s.buf == nil {
		return nil
	}
	if _, err := s.files.write(f, *s.buf); err != nil {
		return newError(Disk, err)
	}
	s.buffers.put(s.buf)
	s.buf = nil
	return nil
}

// readUpTo reads from r until the sink holds limit bytes or r ends. While the sink is in memory it reads
// straight into it.
func (s *sink) readUpTo(r io.Reader, limit int64) error {
	for s.n < limit && s.file == nil && s.grow(int(min(limit-s.n, 512))) {
		room := (*s.buf)[len(*s.buf):cap(*s.buf)]
		n, err := r.Read(room[:min(int64(len(room)), limit-s.n)])
		*s.buf = (*s.buf)[:len(*s.buf)+n]
		s.n += int64(n)
		if err != nil {
			return err
		}
	}
	if s.n >= limit {
		return nil
	}
	if err := s.spill(); err != nil {
		return err
	}
	_, err := io.CopyN(s, r, limit-s.n)
	return err
}

// readAt reads what the sink holds from a byte on.
func (s *sink) readAt(p []byte, from int64) (int, error) {
	if s.file == nil {
		return copy(p, s.bytes()[from:]), nil
	}
	n, err := s.file.ReadAt(p[:min(int64(len(p)), s.n-from)], from)
	if err != nil {
		return n, newError(Disk, err)
	}
	return n, nil
}

// bytes returns what is in memory; nil when the body is in a file.
func (s *sink) bytes() []byte {
	if s.buf == nil {
		return nil
	}
	return *s.buf
}

// body returns what has come, to be read any number of times.
func (s *sink) body() Body {
	return Body{mem: s.bytes(), file: s.file, n: s.n}
}

// release returns memory and file back; the sink can be used again.
func (s *sink) release() {
	s.buffers.put(s.buf)
	if s.file != nil {
		s.file.Close()
	}
	s.buf, s.file, s.n = nil, nil, 0
}

// cut drops what is beyond n bytes.
func (s *sink) cut(n int64) {
	if n >= s.n {
		return
	}
	s.n = n
	if s.buf != nil {
		*s.buf = (*s.buf)[:n]
	}
}
