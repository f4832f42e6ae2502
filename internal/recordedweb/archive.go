package recordedweb

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"sluice/internal/archive"
	"sluice/internal/fetch"
	"sluice/weburl"
)

// recording is the archive of a library.
type recording struct {
	archive *archive.Archive
	files   []string // names of the archive's files
	answers map[target]place
	hosts   map[string]string // of each host, the shortest URL; empty when only its robots.txt is recorded
}

// target is the key of a URL. The key of package weburl is the same for both schemes, whose answers differ here: one
// often redirects to the other.
type target struct {
	key    weburl.Key
	secure bool
}

// targetOf returns the key of a URL's answers.
func targetOf(u weburl.URL) target { return target{u.Key(), u.Scheme() == "https"} }

// place is the location of a response.
type place struct {
	head, body spot // equal, except for a revisit record, whose body is that of an earlier response
}

// spot is an [archive.Location] with the file as a number, because a web has many.
type spot struct {
	offset, length int64
	file           int32
}

// Archive returns the web that the archive in a folder has recorded (archive/ of a library). Of several answers to one
// URL the last counts that is not "not modified". The whole archive is read once to find them. Damaged records are
// left out; an archive has nothing of requests that brought no answer.
func Archive(ctx context.Context, dir string, o Options) (*Web, error) {
	a, err := archive.OpenReadOnly(ctx, dir)
	if err != nil {
		return nil, err
	}
	s := &recording{archive: a, answers: map[target]place{}, hosts: map[string]string{}}
	err = s.index(ctx)
	if err == nil && len(s.answers) == 0 {
		err = errors.New("it contains no response")
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open recorded web %s: %w", dir, err), a.Close())
	}
	return newWeb(s, o)
}

// origin names an answer as revisit records do.
type origin struct {
	url string
	ms  int64 // since 1970
}

// index finds the answers in the archive.
func (s *recording) index(ctx context.Context) error {
	places := map[origin]spot{} // of all answers, for the revisit records that point to them
	for rec, err := range s.archive.Records(ctx) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, damaged := errors.AsType[*archive.DamageError](err); damaged {
			continue
		}
		if err != nil {
			return err
		}
		if err := s.add(ctx, rec, places); err != nil {
			return err
		}
	}
	return nil
}

// add enters a record if it is an answer.
func (s *recording) add(ctx context.Context, rec *archive.Record, places map[origin]spot) error {
	if rec.HTTP == nil || rec.Type != "response" && rec.Type != "revisit" || rec.Status == http.StatusNotModified {
		return nil
	}
	u, err := weburl.NoRules().Parse(rec.URL)
	if err != nil {
		return nil // such as dns:, of which other crawlers keep records
	}
	original := rec.Original()
	at, err := rec.Location(ctx)
	if _, damaged := errors.AsType[*archive.DamageError](err); damaged || errors.Is(err, archive.ErrShared) {
		return nil
	}
	if err != nil {
		return err
	}
	head := s.spot(at)
	body := head
	if original != nil {
		var ok bool
		if body, ok = places[origin{original.URL, original.Time.UnixMilli()}]; !ok {
			return nil // the response that it refers to is damaged or missing
		}
	}
	places[origin{rec.URL, rec.Time.UnixMilli()}] = body
	s.answers[targetOf(u)] = place{head, body}
	seed, known := s.hosts[u.Host()]
	switch {
	case u.Path() == "/robots.txt":
		s.hosts[strings.Clone(u.Host())] = seed // no page
	case !known || seed == "" || len(rec.URL) < len(seed):
		s.hosts[strings.Clone(u.Host())] = strings.Clone(rec.URL)
	}
	return nil
}

// spot packs a location, with the name of its file by number.
func (s *recording) spot(at archive.Location) spot {
	if n := len(s.files); n == 0 || s.files[n-1] != at.File {
		s.files = append(s.files, at.File)
	}
	return spot{at.Offset, at.Length, int32(len(s.files) - 1)}
}

// location unpacks a spot.
func (s *recording) location(at spot) archive.Location {
	return archive.Location{File: s.files[at.file], Offset: at.offset, Length: at.length}
}

// hasHost implements source.
func (s *recording) hasHost(host string) bool {
	_, ok := s.hosts[host]
	return ok
}

// seeds implements source.
func (s *recording) seeds() []string {
	list := slices.Sorted(maps.Values(s.hosts))
	return slices.DeleteFunc(list, func(seed string) bool { return seed == "" })
}

// answer implements source: the archived answer of the URL.
func (s *recording) answer(ctx context.Context, r *fetch.Request) (*answer, error) {
	at, ok := s.answers[targetOf(r.URL)]
	if !ok {
		return nil, errNotRecorded
	}
	rec, err := s.archive.Read(ctx, s.location(at.head))
	if err != nil {
		return nil, err
	}
	if etag := rec.HTTPHeader().Get("ETag"); etag != "" && r.ETag == etag {
		rec.Close()
		return newAnswer(http.StatusNotModified, "ETag: "+etag+"\r\n", ""), nil
	}
	a := &answer{header: slices.Clone(rec.HTTP), truncated: fetch.Truncation(rec.Header.Get("WARC-Truncated"))}
	if at.body != at.head {
		if err := rec.Close(); err != nil {
			return nil, err
		}
		if rec, err = s.archive.Read(ctx, s.location(at.body)); err != nil {
			return nil, err
		}
	}
	a.body = recordBody{rec}
	return a, nil
}

// recordBody is the body of a record, which is closed with it.
type recordBody struct{ *archive.Record }

// Read reads from the record's body.
func (b recordBody) Read(p []byte) (int, error) { return b.Body.Read(p) }

// Close closes the archive.
func (s *recording) Close() error { return s.archive.Close() }
