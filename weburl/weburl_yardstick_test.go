//go:build yardstick

package weburl_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"sluice/internal/conformancetest"
	"sluice/weburl"
	"sluice/weburl/trap"
)

// siteFiles calls do with the host, the URL and the path of each file of the real sites.
func siteFiles(t *testing.T, do func(u weburl.URL, path string)) {
	t.Helper()
	root := conformancetest.Path(t, "web", "sites")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		do(mustParse(t, "http://"+strings.ReplaceAll(strings.ReplaceAll(filepath.ToSlash(name), "%", "%25"), "?", "%3F")), path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestNoFileOfRealSitesIsRefused(t *testing.T) {
	files, trapped, never := 0, 0, 0
	siteFiles(t, func(u weburl.URL, _ string) {
		files++
		if cause := (trap.Rules{}).Check(u, weburl.URL{}, ""); cause != "" {
			trapped++
			t.Logf("%s: %s", u, cause)
		}
		if weburl.NeverPage(u) {
			never++
			t.Logf("%s: never a page", u)
		}
	})
	t.Logf("%d files, %d refused as traps, %d as never pages", files, trapped, never)
	if trapped+never > 0 {
		t.Errorf("%d of %d files are refused", trapped+never, files)
	}
}

func TestLinksOfRealSites(t *testing.T) {
	links, quick := 0, 0
	refused, reasons := map[string]int{}, map[string]int{}
	examples := map[string][]string{}
	note := func(count map[string]int, kind, example string) {
		count[kind]++
		if len(examples[kind]) < 5 {
			examples[kind] = append(examples[kind], example)
		}
	}
	siteFiles(t, func(page weburl.URL, path string) {
		if ending := page.Ending(); ending != ".html" && ending != ".htm" && ending != "" {
			return
		}
		base := weburl.DefaultRules.NewBase(page)
		for _, ref := range references(t, path) {
			links++
			if base.IsQuick([]byte(ref)) {
				quick++
			}
			u, err := base.Resolve([]byte(ref))
			checkReference(t, base, []byte(ref))
			if err != nil {
				note(reasons, weburl.Reason(err), ref)
				continue
			}
			if cause := (trap.Rules{}).Check(u, page, ref); cause != "" {
				note(refused, cause, u.String()+" on "+page.String())
			}
			if weburl.NeverPage(u) {
				note(refused, "never a page "+u.Ending(), u.String())
			}
		}
	})
	t.Logf("%d links, %.2f %% by the fast path", links, 100*float64(quick)/float64(max(links, 1)))
	for kind, n := range reasons {
		t.Logf("no URL, %s: %d %q", kind, n, examples[kind])
	}
	for kind, n := range refused {
		t.Logf("refused, %s: %d %q", kind, n, examples[kind])
	}
	if links == 0 || float64(quick) < 0.95*float64(links) {
		t.Errorf("the fast path took %d of %d links", quick, links)
	}
}

// references returns the links of an HTML file as they are written.
func references(t *testing.T, path string) (refs []string) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z := html.NewTokenizer(file)
	for z.Next() != html.ErrorToken {
		token := z.Token()
		wanted := map[string]string{"a": "href", "area": "href", "frame": "src", "iframe": "src"}[token.Data]
		for _, attribute := range token.Attr {
			if wanted != "" && attribute.Key == wanted {
				refs = append(refs, attribute.Val)
			}
		}
	}
	return refs
}
