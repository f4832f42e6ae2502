//go:build yardstick

package archive_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"sluice/internal/archive"
	"sluice/internal/archive/cdxj"
	"sluice/internal/conformancetest"
)

type warcCase struct {
	ID, Suite, File, Expect string
	Data                    []byte `json:"data_b64"`
}

// TestConformanceWARC reads the WARC files of other projects: every record of the
// valid ones, and the others without harm. ARC, CDX and WACZ files are listed, not
// counted; ARC must be recognised.
func TestConformanceWARC(t *testing.T) {
	y := conformancetest.NewTally(t, "warc_files")
	for _, c := range conformancetest.Cases[warcCase](t, "warc_files") {
		n, err := readWARC(t.Context(), c.Data)
		name := strings.TrimSuffix(c.File, ".gz")
		switch {
		case strings.HasSuffix(name, ".arc"):
			y.SetAside(c.Suite, c.ID, "an ARC file")
			if !errors.Is(err, archive.ErrARC) {
				t.Errorf("%s was not recognised as ARC: %v", c.File, err)
			}
		case !strings.HasSuffix(name, ".warc"):
			y.SetAside(c.Suite, c.ID, "no WARC file: "+c.File)
			testCDXJ(t, c)
		default:
			y.Count(c.Suite, c.ID, c.Expect == "survive" || err == nil && n > 0, "%s: %d records, %v", c.File, n, err)
		}
	}
	y.Report(conformancetest.Bars{All: 100})
}

// readWARC reads every record to its end.
func readWARC(ctx context.Context, data []byte) (n int, err error) {
	in := archive.NewReader(bytes.NewReader(data))
	for {
		r, err := in.Next(ctx)
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return n, err
		}
		if int64(len(body)) != r.Size {
			return n, fmt.Errorf("%s: body of %d bytes, want %d", r.URL, len(body), r.Size)
		}
		n++
	}
}

// testCDXJ reads the lines of a CDXJ file, and those that we write of it again.
func testCDXJ(t *testing.T, c warcCase) {
	if !strings.HasSuffix(c.File, ".cdxj") {
		return
	}
	for line := range strings.Lines(string(c.Data)) {
		e, err := cdxj.Parse(line)
		if err != nil {
			t.Errorf("%s: %v", c.File, err)
			continue
		}
		if again, err := cdxj.Parse(e.String()); err != nil || again != e {
			t.Errorf("%s: %v, %v, want %v", c.File, again, err, e)
		}
	}
}
