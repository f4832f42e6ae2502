//go:build unix

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/internal/health"
	"sluice/internal/wiring"
)

func TestDoctorAdvisesIfOthersMayReadSecrets(t *testing.T) {
	longTest(t)
	t.Parallel()
	const command = "chmod go-rwx "
	for _, test := range []struct {
		name         string
		header       string
		folder, file os.FileMode
		want         bool
	}{
		{"secret that all may read", "Authorization: Bearer abc", 0o755, 0o644, true},
		{"secret that the group may read", "Authorization: Bearer abc", 0o750, 0o640, true},
		{"secret in a folder that keeps others out", "Authorization: Bearer abc", 0o700, 0o644, false},
		{"secret in a closed file", "Authorization: Bearer abc", 0o755, 0o600, false},
		{"no secret", "Accept-Language: de", 0o755, 0o644, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "lib")
			runCommand("crawl", "-d", dir, "--proxy", "http://127.0.0.1:1", "--retries", "0", "--delay", "1ms", "--progress", "none", "--header", test.header, "http://www.site.example/")
			if err := os.Chmod(filepath.Join(dir, "catalog.db"), test.file); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(dir, test.folder); err != nil {
				t.Fatal(err)
			}
			lib, err := wiring.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer lib.Close()
			found := lib.Examine(t.Context(), wiring.Examination{})
			advice := slices.ContainsFunc(found, func(f health.Finding) bool { return strings.Contains(f.Remedy, command+dir) })
			if advice != test.want {
				t.Errorf("advice: %t; want %t\n%v", advice, test.want, found)
			}
		})
	}
}
