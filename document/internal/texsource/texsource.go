// Package texsource reads archives of TeX sources, as repositories of preprints
// serve them: a tar file in which one file begins the document and includes the
// others.
package texsource

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/internal/lazyregexp"
)

// Limits of what is read from an archive of TeX sources.
const (
	maxArchive     = 512 << 20 // bytes of it that are looked through
	maxMembers     = 5000
	maxSource      = 8 << 20  // bytes of one file
	maxSources     = 64 << 20 // bytes of all of them
	maxInputs      = 500      // files that the main one includes, all together
	maxIncluded    = 16 << 20 // bytes of them
	maxInputLevels = 10
)

// sources are the TeX files of an archive, by their names without ending and in
// lower case.
type sources map[string][]byte

// IsSource reports whether a file of this name belongs to the sources of a TeX
// document.
func IsSource(name string) bool { return endings[strings.ToLower(path.Ext(name))] }

// endings are those of files that only sources of TeX have.
var endings = map[string]bool{".tex": true, ".ltx": true, ".latex": true, ".bbl": true, ".sty": true, ".cls": true, ".bst": true}

// Begins reports whether a tar file holds sources of TeX, by the headers that
// are in its beginning.
func Begins(head []byte) bool {
	in := tar.NewReader(bytes.NewReader(head))
	for range 20 {
		h, err := in.Next()
		if err != nil {
			return false
		}
		if IsSource(h.Name) || strings.HasPrefix(h.Name, "00README") { // as arXiv begins
			return true
		}
	}
	return false
}

// Read returns the source of the document in an archive: its main file with the
// files that it includes, each in its place. An error that comes with a source
// says that the archive is truncated.
func Read(ctx context.Context, name string) ([]byte, error) {
	archive, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	all, err := unpackSources(ctx, archive)
	if err != nil && len(all) == 0 {
		return nil, err
	}
	in := &inclusion{sources: all, places: map[string][]place{}}
	main := in.main(ctx)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case main == "":
		return nil, fmt.Errorf("%w: archive has no TeX file with \\documentclass", content.ErrUnknown)
	}
	var text bytes.Buffer
	in.whole(&text, main)
	return text.Bytes(), err
}

// unpackSources reads the TeX files and bibliographies of a tar file. What
// comes before it breaks off counts.
func unpackSources(ctx context.Context, r io.Reader) (sources, error) {
	all, in, left := sources{}, tar.NewReader(io.LimitReader(r, maxArchive)), int64(maxSources)
	for range maxMembers {
		if ctx.Err() != nil {
			return all, ctx.Err()
		}
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return all, fmt.Errorf("%w: incomplete tar file: %w", content.ErrDamaged, err)
		}
		switch ending := strings.ToLower(path.Ext(h.Name)); {
		case h.Typeflag != tar.TypeReg || h.Size > min(maxSource, left):
			continue
		case ending == ".bbl" || ending == ".tex" || ending == ".ltx" || ending == ".latex" || ending == "":
			b, err := io.ReadAll(io.LimitReader(in, maxSource))
			left -= int64(len(b))
			if err != nil {
				return all, fmt.Errorf("%w: incomplete tar file: %w", content.ErrDamaged, err)
			}
			all[sourceName(h.Name)] = b
		}
	}
	return all, nil
}

// sourceName is how a file is looked up: inputs leave its ending out. Only a
// bibliography keeps its own.
func sourceName(name string) string {
	name = strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.TrimSpace(name)), "/"))
	if ending := path.Ext(name); ending != ".bbl" && IsSource(name) {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}

var (
	texBegins = lazyregexp.New(`(?m)^[^%\n]*\\(documentclass|documentstyle)\b`)
	texBody   = lazyregexp.New(`(?m)^[^%\n]*\\begin\s*\{document\}`)
	texInput  = lazyregexp.New(`\\(?:(?:input|include|subfile)(?:\s*\{([^{}\n]{1,200})\}|[ \t]+([^\s{}\\%]{1,200}))|bibliography\s*\{[^{}]{0,900}\})`)
)

// main returns the name of the file that begins the document. If several could, it
// prefers those with a body of their own, and of those the longest with all files
// that it includes.
func (in *inclusion) main(ctx context.Context) string {
	best, most := "", 0
	for _, name := range slices.Sorted(maps.Keys(in.sources)) {
		if ctx.Err() != nil {
			return ""
		}
		b := in.sources[name]
		if !texBegins.Match(b) {
			continue
		}
		var size length
		in.whole(&size, name)
		// Letters and figures begin documents as well; the paper is where the
		// body is, and mostly the longest.
		if texBody.Match(b) {
			size += 2 * (maxSource + maxIncluded)
		}
		if int(size) > most {
			best, most = name, int(size)
		}
	}
	return best
}

// length counts what is written.
type length int

// Write counts the bytes and drops them.
func (n *length) Write(p []byte) (int, error) {
	*n += length(len(p))
	return len(p), nil
}

// inclusion puts files into the places where others take them in.
type inclusion struct {
	sources
	places map[string][]place // by the name of the file, once it was looked through

	dir          string // of the main file
	files, bytes int    // that may still be included, counted over all levels
}

// place is where a file includes another, which may be missing.
type place struct {
	from, to int
	file     string
}

// whole writes a file with the files that it includes.
func (in *inclusion) whole(out io.Writer, name string) {
	in.dir, in.files, in.bytes = path.Dir(name), maxInputs, maxIncluded
	in.write(out, name, 0)
}

// write writes a file. An included file that is missing is left out.
func (in *inclusion) write(out io.Writer, name string, level int) {
	b, at := in.sources[name], 0
	for _, p := range in.inputs(name) {
		input := in.find(p.file, path.Dir(name))
		file := in.sources[input]
		if file == nil || level >= maxInputLevels || in.files <= 0 || in.bytes < len(file) {
			continue
		}
		in.files, in.bytes = in.files-1, in.bytes-len(file)
		_, _ = out.Write(b[at:p.from]) // to memory
		in.write(out, input, level+1)
		_, _ = out.Write([]byte{'\n'})
		at = p.to
	}
	_, _ = out.Write(b[at:])
}

// inputs returns the places where a file includes others. Each file is searched
// once.
func (in *inclusion) inputs(name string) []place {
	places, known := in.places[name]
	if known {
		return places
	}
	b := in.sources[name]
	for _, m := range texInput.FindAllSubmatchIndex(b, maxInputs) {
		p := place{m[0], m[1], path.Base(name) + ".bbl"} // where the bibliography is put together
		if m[2] >= 0 {
			p.file = sourceName(string(b[m[2]:m[3]]))
		} else if m[4] >= 0 {
			p.file = sourceName(string(b[m[4]:m[5]]))
		}
		if !commented(b, m[0]) {
			places = append(places, p)
		}
	}
	in.places[name] = places
	return places
}

// find returns the name under which a file is there: names are relative to the
// main file, but people put things elsewhere.
func (in *inclusion) find(name, dir string) string {
	for _, d := range []string{in.dir, dir} {
		if n := path.Join(d, name); in.sources[n] != nil {
			return n
		}
	}
	return name
}

// commented reports whether a comment has begun before a place in its line.
func commented(b []byte, at int) bool {
	const most = 4096 // bytes of a line that are looked at
	line := b[max(0, at-most):at]
	line = line[bytes.LastIndexByte(line, '\n')+1:]
	for i, c := range line {
		if c == '%' && (i == 0 || line[i-1] != '\\') {
			return true
		}
	}
	return false
}
