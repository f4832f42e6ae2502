package pdfium

import (
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
)

// failingWriter fails after the header of a request, as the pipe to a child that died does.
type failingWriter struct{ written int }

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.written++; w.written > 1 {
		return 0, syscall.EPIPE
	}
	return len(p), nil
}

func TestSendRequestReturnsErrorOfItsSource(t *testing.T) {
	half := io.MultiReader(strings.NewReader("%PDF"), iotest.ErrReader(syscall.EIO))
	for _, c := range []struct {
		name string
		to   io.Writer
		from io.Reader
		want error
	}{
		{"file that cannot be read", io.Discard, half, syscall.EIO},
		{"file that became shorter", io.Discard, strings.NewReader("%PDF"), errShort},
		{"child that died", &failingWriter{}, strings.NewReader("%PDF-1.0"), errDied},
		{"whole file", io.Discard, strings.NewReader("%PDF-1.0"), nil},
	} {
		if err := sendRequest(c.to, request{Size: 8}, c.from); !errors.Is(err, c.want) {
			t.Errorf("%s: sendRequest() = %v, want %v", c.name, err, c.want)
		}
	}
}
