package convert

import (
	"context"
	"slices"
	"strings"
	"time"

	"sluice/document/content"
	"sluice/document/internal/sandbox"
	"sluice/internal/format"
)

// What the small programs are worth, and so their order in the table of
// formats: antiword keeps the numbers of lists and notes and leaves out what
// fields are made by, but does not read Word 6; catdoc reads nearly all, and
// numbers nothing. catppt misses what stands in drawings: half the words of
// some.

// prints are the arguments by which small programs print a document's text.
var prints = map[string][]string{
	"antiword": {"-m", "UTF-8.txt", "-w", "0"},
	"catdoc":   {"-d", "utf-8", "-w"},
	"catppt":   {"-d", "utf-8"},
	"xls2csv":  {"-d", "utf-8", "-c", "\t", "-q", "0", "-b", "\f"},
}

// printLimits are those of the small programs, which need next to nothing.
var printLimits = sandbox.Limits{
	Time: 20 * time.Second, Memory: 512 << 20, Space: 4 << 30, Disk: 64 << 20, Files: 50, Processes: 8, Output: content.MaxText,
}

// enough words make it likely that a program has understood a document.
const enough = 20

// Text returns the text of a document in UTF-8, of format doc, ppt or xls, as
// small programs find it; slides and sheets end in \f. Where one fails or finds
// hardly a word the next is tried too, and the longer text wins. When all fail
// that are there, and LibreOffice is missing, the document needs what is
// missing.
func (t *Tools) Text(ctx context.Context, path, name string) (string, error) {
	f := format.Of(name)
	if f == nil || f.Programs == nil {
		return "", content.ErrUnknown
	}
	if err := t.checkSandbox(name, "or", append(slices.Clone(f.Programs), "soffice")...); err != nil {
		return "", err
	}
	w, err := t.begin("in."+name, path)
	if err != nil {
		return "", err
	}
	defer w.close()
	best := plainText{err: content.ErrUnknown}
	for _, program := range f.Programs {
		if t.has(program) && !final(best.err) && best.words() < enough {
			best = best.orBetter(w.print(ctx, program, name))
		}
	}
	if best.err != nil && !final(best.err) && !t.has("soffice") {
		return "", &content.NeedsError{Tool: inWords(t.missing(append(slices.Clone(f.Programs), "soffice")...), "or"), Format: name}
	}
	return best.text, best.err
}

// plainText is what one program made of a document.
type plainText struct {
	text string
	err  error
}

// words returns how many words were found.
func (r plainText) words() int { return len(strings.Fields(r.text)) }

// orBetter is the one with more words. Of two failures the last counts, and one
// that decides the document's fate always.
func (r plainText) orBetter(s plainText) plainText {
	if final(s.err) || r.err != nil || s.err == nil && s.words() > r.words() {
		return s
	}
	return r
}

// print has a small program print the text.
func (w *work) print(ctx context.Context, program, format string) plainText {
	args := append(slices.Clone(prints[program]), "in."+format)
	r, err := w.run(ctx, program, sandbox.Command{Args: args, Limits: printLimits})
	if err != nil {
		return plainText{err: err}
	}
	if len(r.Stdout) == 0 && !r.OK() || r.Signal == "SIGKILL" { // a crash after good text is still good text
		return plainText{err: bad(program, r)}
	}
	return plainText{text: strings.ToValidUTF8(string(r.Stdout), "\ufffd")}
}
