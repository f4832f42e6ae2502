package settings

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const (
	maxList = 1_000_000 // entries of one list or file
	maxLine = 64 << 10  // bytes of one line of a file
)

// Line is one entry of a file of seeds or patterns.
type Line struct {
	Number int // from 1
	Text   string
}

// ReadLines reads entries, one a line. Empty lines and lines that begin with # are skipped. The name
// is for errors.
func ReadLines(r io.Reader, name string) ([]Line, error) {
	var lines []Line
	scan := bufio.NewScanner(r)
	scan.Buffer(nil, maxLine)
	n := 0
	for scan.Scan() {
		n++
		// Editors of Windows begin a UTF-8 file with a byte order mark, which is no part of the
		// first entry.
		text := strings.TrimSpace(strings.TrimPrefix(scan.Text(), "\ufeff"))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if len(lines) == maxList {
			return nil, fmt.Errorf("%s:%d: more than %d entries", name, n, maxList)
		}
		lines = append(lines, Line{n, text})
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
	}
	return lines, nil
}

// ReadSeeds reads seeds as [ReadLines] does. What follows a # behind a space is a comment: a URL has no spaces.
func ReadSeeds(r io.Reader, name string) ([]Line, error) {
	lines, err := ReadLines(r, name)
	for i, line := range lines {
		if at := comment.FindStringIndex(line.Text); at != nil {
			lines[i].Text = line.Text[:at[0]]
		}
	}
	return lines, err
}

// comment matches the begin of a comment behind a seed.
var comment = regexp.MustCompile(`\s+#`)

// fileEndings are endings of files that are no top-level domains, so that no host has them.
var fileEndings = strings.Fields("avi conf css csv doc docx dvi gif gz htm html ico jpeg jpg js json list lst mp3 mp4 pdf php png ppt pptx svg tar tsv txt xml yaml yml")

// CheckPattern returns an error for a pattern that reads as a host but was probably meant for something else: a file that does not
// exist, or an ending such as *.gif.
func CheckPattern(entry string) error {
	name, ending := entry, strings.ToLower(filepath.Ext(entry))
	if isPattern(entry) || ending == "" || !slices.Contains(fileEndings, ending[1:]) {
		return nil
	}
	if strings.HasPrefix(name, "*.") && strings.Count(name, ".") == 1 {
		return fmt.Errorf("%q is not a host; write %s for an ending", entry, ending)
	}
	url := "http://" + entry
	if !strings.Contains(entry, "/") {
		url += "/" // behind a path it would keep the prefix from matching the file
	}
	return fmt.Errorf("no file %q; for a host or URL write %s", entry, url)
}

// ExpandPatterns replaces each entry that is the name of a file, relative to dir, by the patterns in
// that file. check is called for each pattern; its error ends the call.
func ExpandPatterns(entries []string, dir string, check func(entry string) error) ([]string, error) {
	var out []string
	for _, entry := range entries {
		path := entry
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() || isPattern(entry) {
			if err := check(entry); err != nil {
				return nil, err
			}
			out = append(out, entry)
			continue
		}
		lines, err := readFile(path, ReadLines)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			if err := check(line.Text); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, line.Number, err)
			}
			out = append(out, line.Text)
		}
	}
	return out, nil
}

// ResolveFiles makes the names of files in a layer absolute; they are relative to dir. A crawl
// that is continued from another folder then finds them.
func (l Layer) ResolveFiles(dir string) error {
	for _, key := range []string{"ca-file", "cookie-jar"} {
		for i, name := range l[key] {
			if name == "" || key == "cookie-jar" && name == cookiesInMemory {
				continue
			}
			if !filepath.IsAbs(name) {
				name = filepath.Join(dir, name)
			}
			whole, err := filepath.Abs(name)
			if err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
			l[key] = slices.Clone(l[key])
			l[key][i] = whole
		}
	}
	return nil
}

// isPattern reports whether an entry cannot be the name of a file: a URL, an expression such as
// /a|b/, or an ending such as .gif. Such a pattern must not depend on the files in a folder.
func isPattern(entry string) bool {
	expression := len(entry) > 1 && strings.HasPrefix(entry, "/") && strings.HasSuffix(entry, "/")
	ending := strings.HasPrefix(entry, ".") && !strings.ContainsAny(entry, `/\`)
	return expression || ending || strings.Contains(entry, "://")
}

// readFile reads the entries of a file.
func readFile(path string, read func(io.Reader, string) ([]Line, error)) ([]Line, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f, path)
}
