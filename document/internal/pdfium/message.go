package pdfium

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"sluice/document/content"
)

// The pool and its children talk in messages: a byte that says what it is, the
// length of its body in four bytes, big end first, and the body, JSON but for a
// picture.
const (
	isReady    = 'r' // the child has started
	isRequest  = 'q'
	isOpened   = 'o'
	isMetadata = 't'
	isPage     = 'p'
	isPicture  = 'i'
	isFile     = 'f'
	isEnd      = 'e'
)

// maxBody bounds a message: a page that fills content.MaxText, with room for
// escapes in JSON.
const maxBody = 2*content.MaxText + 16<<20

// message is one message with its kind.
type message struct {
	kind byte
	body []byte
}

// request is for a document, or for a picture of its first page or of any. The file itself
// follows the message, since the child can open none.
type request struct {
	Size  int64
	Width int  `json:",omitempty"` // of a picture of the first page, in pixels; 0: none is wanted
	Dots  int  `json:",omitempty"` // per inch, of a picture of a page; 0: none is wanted
	Page  int  `json:",omitempty"` // of that picture, from 0
	Files bool `json:",omitempty"` // those that are attached, too
}

// end ends the answer to a request.
type end struct {
	Cut   string  `json:",omitempty"`
	Kind  string  `json:",omitempty"` // which of the package's errors it is
	Error string  `json:",omitempty"`
	Spent float64 // seconds of CPU that the child has used since it started
	Space uint64  // bytes that PDFium's memory has grown to
}

// kinds are the errors that a child reports by name.
var kinds = map[string]error{"encrypted": content.ErrEncrypted, "damaged": content.ErrDamaged, "large": content.ErrTooLarge}

// fail sets the error, and its kind by which the pool knows it again.
func (e *end) fail(err error) {
	e.Error = err.Error()
	for name, kind := range kinds {
		if errors.Is(err, kind) {
			e.Kind = name
		}
	}
}

// err returns the error that the child has reported; nil if there was none.
func (e *end) err() error {
	kind := kinds[e.Kind]
	switch {
	case e.Error == "" && kind == nil:
		return nil
	case kind == nil:
		return errors.New(e.Error)
	}
	return &childError{kind, e.Error}
}

// childError is an error of a kind in the words of the child.
type childError struct {
	kind error
	text string
}

func (f *childError) Error() string { return f.text }
func (f *childError) Unwrap() error { return f.kind }

// send writes a message in one write.
func send(w io.Writer, kind byte, body any) error {
	b, ok := body.([]byte)
	if !ok && body != nil {
		var err error
		if b, err = json.Marshal(body); err != nil {
			return err
		}
	}
	if len(b) > maxBody {
		return fmt.Errorf("%w: %d bytes in one message", content.ErrTooLarge, len(b))
	}
	whole := make([]byte, 5, 5+len(b))
	whole[0] = kind
	binary.BigEndian.PutUint32(whole[1:], uint32(len(b)))
	_, err := w.Write(append(whole, b...))
	return err
}

// receive reads a message. Memory is taken as its bytes arrive, not as its head
// promises.
func receive(r io.Reader) (m message, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return m, err
	}
	n := int64(binary.BigEndian.Uint32(head[1:]))
	if n > maxBody {
		return m, fmt.Errorf("a message of %d bytes, and %d are the most", n, maxBody)
	}
	body, err := io.ReadAll(io.LimitReader(r, n))
	if err == nil && int64(len(body)) < n {
		err = io.ErrUnexpectedEOF
	}
	return message{head[0], body}, err
}
