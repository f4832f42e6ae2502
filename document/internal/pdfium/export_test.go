package pdfium

import (
	"bufio"
	"bytes"
	"encoding/json"
	"testing"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/pdfengine"
)

// InProcess is a reader that does what a child does, and takes the answer as
// the pool does, without a process between.
type InProcess struct{ e *pdfengine.Engine }

func NewInProcess(t testing.TB) InProcess {
	e, err := pdfengine.Open(t.Context(), cacheFolder())
	if err != nil {
		t.Fatal(err)
	}
	return InProcess{e}
}

func (p InProcess) Read(t testing.TB, path string) (*content.Document, error) {
	r := &answer{files: &draft.Files{}}
	return r.result(p.ask(t, path, request{Files: true}, r))
}

func (p InProcess) Thumbnail(t testing.TB, path string, width int) ([]byte, error) {
	r := &answer{}
	err := p.ask(t, path, request{Width: width}, r)
	return r.picture, err
}

func (p InProcess) ask(t testing.TB, path string, q request, r *answer) error {
	t.Helper()
	f, size, err := openFile(path)
	if err != nil {
		return err
	}
	defer f.Close()
	q.Size = size
	var said bytes.Buffer
	if err := serveRequest(p.e, incoming{q, newBody(bufio.NewReader(f), size)}, &said); err != nil {
		t.Fatal("the child would end: ", err)
	}
	for {
		m, err := receive(&said)
		if err != nil {
			t.Fatal("the answer breaks off: ", err)
		}
		if m.kind == isEnd {
			var last end
			if err := json.Unmarshal(m.body, &last); err != nil {
				t.Fatal(err)
			}
			r.cut = last.Cut
			return last.err()
		}
		if err := r.accept(m); err != nil {
			t.Fatal("the answer is not understood: ", err)
		}
	}
}
