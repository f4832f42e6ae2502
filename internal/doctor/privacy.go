package doctor

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"sluice/internal/credential"
	"sluice/internal/health"
	"sluice/internal/shell"
	"sluice/library"
)

// privacy adds a finding if other users may read the catalogue and it has secrets, such as the header of a crawl. A folder that keeps others out
// needs no advice.
func (x *examiner) privacy(ctx context.Context, cat *Catalogue) {
	if runtime.GOOS == "windows" { // its permissions do not show in the mode of a file
		return
	}
	group, others := x.readers()
	if !group && !others {
		return
	}
	last, begun, err := cat.Crawls.Last(context.WithoutCancel(ctx))
	if err != nil || !begun || !hasSecret(last.Settings) { // the finding about the catalogue has the error
		return
	}
	f := health.Finding{Finding: library.Finding{Name: "privacy", Verdict: health.OK, Found: "the catalogue has secrets of the crawl, and the group of the folder may read it"}}
	verdict := health.Note
	if others {
		f.Found, verdict = "the catalogue has secrets of the crawl, and every user of this machine may read it", health.Warn
	}
	f.Worsen(verdict, "run `chmod go-rwx "+shell.Quote(string(x.Dir))+"` if they must not")
	x.add(f)
}

// readers reports whether the group and all the others may enter the folder and read the catalogue in it.
func (x *examiner) readers() (group, others bool) {
	dir, err := os.Stat(string(x.Dir))
	if err != nil {
		return false, false
	}
	file, err := os.Lstat(x.Dir.Catalogue())
	if err != nil {
		return false, false
	}
	may := func(enter, read fs.FileMode) bool { return dir.Mode()&enter != 0 && file.Mode()&read != 0 }
	return may(0o010, 0o040), may(0o001, 0o004)
}

// hasSecret reports whether the stored settings of a crawl have a secret header, or a URL with a password.
func hasSecret(settings string) bool {
	var v any
	return json.Unmarshal([]byte(settings), &v) == nil && anySecret(v)
}

// anySecret reports whether a decoded JSON value has a secret in any of its strings.
func anySecret(v any) bool {
	switch v := v.(type) {
	case string:
		name, _, isField := strings.Cut(v, ":")
		return isField && !strings.HasPrefix(v[len(name):], "://") && credential.IsSecretName(name) || credential.WithoutUser(v) != v
	case []any:
		for _, one := range v {
			if anySecret(one) {
				return true
			}
		}
	case map[string]any:
		for _, one := range v {
			if anySecret(one) {
				return true
			}
		}
	}
	return false
}
