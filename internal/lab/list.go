package lab

import (
	"bufio"
	"fmt"
	"io"
	"net/url"
	"strings"

	"sluice/weburl"
)

// maxListLine bounds a line of a list of targets.
const maxListLine = 64 << 10

// ReadList reads a list of targets: on each line a URL, or a host and a path that are separated by a tab. What follows another tab
// is passed over, as are empty lines and those that begin with "#".
func ReadList(r io.Reader) (map[weburl.Key]bool, error) {
	list := map[weburl.Key]bool{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxListLine)
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		u, err := listed(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w; a line has a URL, or host, tab and path", n, err)
		}
		list[u.Key()] = true
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("after line %d: %w", n, err)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the list names no URL")
	}
	return list, nil
}

// ReadGenres reads the genres of documents: on each line a host, a path and a genre, separated by tabs.
func ReadGenres(r io.Reader) (map[weburl.Key]string, error) {
	genres := map[weburl.Key]string{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxListLine)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		u, err := listed(line)
		fields := strings.Split(line, "\t")
		if err != nil || len(fields) < 3 {
			return nil, fmt.Errorf("line %d: it has no host, path and genre that are separated by tabs", n)
		}
		genres[u.Key()] = fields[2]
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("after %d genres: %w", len(genres), err)
	}
	if len(genres) == 0 {
		return nil, fmt.Errorf("the list has no genre")
	}
	return genres, nil
}

// listed returns the URL of a line.
func listed(line string) (weburl.URL, error) {
	fields := strings.Split(line, "\t")
	if len(fields) > 1 && !strings.Contains(fields[0], "://") {
		return weburl.Parse("http://" + fields[0] + (&url.URL{Path: fields[1]}).EscapedPath())
	}
	return weburl.Parse(fields[0])
}
