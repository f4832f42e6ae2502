package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A source is the clone that a release is made from.
type source struct {
	dir     string
	commit  string
	date    time.Time // of the commit
	number  string    // 0.1.0
	version string    // number, with a suffix if the commit is not the tagged one
	host    string    // the program for this machine
}

// readSource reads commit, date and version of a clone, and builds the program for this machine, which has the version
// number. A tag of the commit must be that number.
func readSource(dir string) (*source, error) {
	s := &source{dir: dir, host: filepath.Join(dir, "dist", "host", "sluice")}
	head, err := run(dir, nil, "git", "log", "-1", "--format=%H %cI")
	if err != nil {
		return nil, err
	}
	commit, date, _ := strings.Cut(strings.TrimSpace(head), " ")
	s.commit = commit
	if s.date, err = time.Parse(time.RFC3339, date); err != nil {
		return nil, err
	}
	s.date = s.date.UTC()
	if s.number, err = s.readNumber(); err != nil {
		return nil, err
	}
	tag, err := run(dir, nil, "git", "tag", "--points-at", "HEAD", "--list", "v*")
	if err != nil {
		return nil, err
	}
	changes, err := run(dir, nil, "git", "status", "--porcelain", "--untracked-files=no")
	if err != nil {
		return nil, err
	}
	s.version, err = versionOf(s.number, s.commit, strings.TrimSpace(tag), changes != "")
	return s, err
}

// versionOf returns the version of a commit: the number if its tag is that number, else a version before it. A tag of
// another number, or files that differ from a tagged commit, are errors.
func versionOf(number, commit, tag string, modified bool) (string, error) {
	switch {
	case tag != "" && tag != "v"+number:
		return "", fmt.Errorf("the tag of commit %.7s is %s, but internal/version has %s: change one of them", commit, tag, number)
	case tag != "" && modified:
		return "", fmt.Errorf("files differ from the tagged commit %.7s: commit them, or undo the changes", commit)
	case tag != "":
		return number, nil
	case modified:
		return fmt.Sprintf("%s-dev.%.7s.modified", number, commit), nil
	}
	return fmt.Sprintf("%s-dev.%.7s", number, commit), nil
}

// readNumber builds the program for this machine and reads the number that it prints.
func (s *source) readNumber() (string, error) {
	if err := s.build(s.host); err != nil {
		return "", err
	}
	out, err := run(s.dir, nil, s.host, "version", "--json")
	if err != nil {
		return "", err
	}
	var build struct{ Version string }
	if err := json.Unmarshal([]byte(out), &build); err != nil {
		return "", err
	}
	return build.Version, nil
}

// build writes the program: static, without the paths of this machine and without symbols. Version, commit and date come
// from the linker, because Go's own record of the clone depends on files that are not in the commit.
func (s *source) build(program string, env ...string) error {
	flags := "-s -w -buildid="
	const x = " -X sluice/internal/version."
	flags += x + "commit=" + s.commit + x + "date=" + s.date.Format(time.RFC3339)
	if s.version != "" {
		flags += x + "full=" + s.version
	}
	env = append(env, "CGO_ENABLED=0", "GOFLAGS=-trimpath")
	_, err := run(s.dir, env, "go", "build", "-buildvcs=false", "-ldflags", flags, "-o", program, "./cmd/sluice")
	return err
}

// derive returns the files that the program writes itself: the man page, and the completions in the places where the shells
// look for them below a prefix.
func derive(s *source) ([]file, error) {
	var out []file
	for _, f := range []struct {
		path string
		args []string
	}{
		{"share/man/man1/sluice.1", []string{"man"}},
		{"share/bash-completion/completions/sluice", []string{"completion", "bash"}},
		{"share/zsh/site-functions/_sluice", []string{"completion", "zsh"}},
		{"share/fish/vendor_completions.d/sluice.fish", []string{"completion", "fish"}},
	} {
		text, err := run(s.dir, nil, s.host, f.args...)
		if err != nil {
			return nil, err
		}
		out = append(out, file{f.path, 0o644, []byte(text)})
	}
	return out, os.RemoveAll(filepath.Dir(s.host))
}
