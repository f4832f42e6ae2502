package cookie

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// httpOnlyMark stands before the domain of a cookie that scripts do not see, as a comment for programs that do not know it.
const httpOnlyMark = "#HttpOnly_"

// Open returns a jar with the cookies of a file in Netscape format.
func Open(file string) (*Jar, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("cookie jar: %w", err)
	}
	defer f.Close()
	j := New()
	j.file = file
	if err := j.load(f); err != nil {
		return nil, fmt.Errorf("cookie jar %s: %w", file, err)
	}
	j.changed = false
	return j, nil
}

// load reads lines of domain, whether subdomains get it, path, whether only TLS, expiry, name, value, with tabs between. Other lines
// with # are comments. An error does not quote a line: it may be a password.
func (j *Jar) load(r io.Reader) error {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line, httpOnly := strings.CutPrefix(strings.TrimRight(lines.Text(), "\r"), httpOnlyMark)
		if strings.TrimSpace(line) == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 7 {
			return fmt.Errorf("line %d: %d fields, want 7 with tabs between", n, len(f))
		}
		seconds, err := strconv.ParseInt(f[4], 10, 64)
		if err != nil {
			return fmt.Errorf("line %d: expiry is no number", n)
		}
		c := cookie{
			name: f[5], value: f[6], domain: strings.ToLower(strings.TrimPrefix(f[0], ".")), path: f[2],
			hostOnly: f[1] != "TRUE", secure: f[3] == "TRUE", httpOnly: httpOnly,
		}
		if seconds > 0 {
			c.expires = time.Unix(seconds, 0)
		}
		if !strings.HasPrefix(c.path, "/") || c.domain == "" || !c.hostOnly && isPublicSuffix(c.domain) || c.size() > maxCookie {
			continue
		}
		j.put(j.key(c.domain), c, true) // the user's own file
	}
	return lines.Err()
}

// Save writes the cookies to the file of the jar, if it has one and any cookie has changed. The file is replaced whole or not at all,
// and keeps its permissions.
func (j *Jar) Save() error {
	if j == nil || j.file == "" {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.changed {
		return nil
	}
	if err := j.write(); err != nil {
		return fmt.Errorf("write cookie jar: %w", err)
	}
	j.changed = false
	return nil
}

// write replaces the file. A symbolic link stays, and the file to which it leads is replaced.
func (j *Jar) write() error {
	file, err := filepath.EvalSymlinks(j.file)
	if err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(j.encode(time.Now()))
	err = errors.Join(err, f.Chmod(info.Mode().Perm()), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// encode returns the cookies that have not expired in Netscape format.
func (j *Jar) encode(now time.Time) []byte {
	var b bytes.Buffer
	b.WriteString("# Netscape HTTP Cookie File\n# Written by sluice; a crawl with --cookie-jar reads it and writes it again.\n\n")
	for _, key := range j.hosts.Keys() {
		h, _ := j.hosts.Peek(key)
		for _, c := range h.cookies {
			if c.hasExpired(now) || strings.ContainsAny(c.path+c.value, "\t\r\n") {
				continue
			}
			domain, seconds := c.domain, int64(0)
			if c.httpOnly {
				domain = httpOnlyMark + domain
			}
			if !c.expires.IsZero() {
				seconds = c.expires.Unix()
			}
			fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", domain, word(!c.hostOnly), c.path, word(c.secure), seconds, c.name, c.value)
		}
	}
	return b.Bytes()
}

// word returns a boolean as the format has it.
func word(b bool) string { return strings.ToUpper(strconv.FormatBool(b)) }
