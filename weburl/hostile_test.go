package weburl_test

import (
	"strings"
	"testing"

	"sluice/weburl"
	"sluice/weburl/trap"
)

// hostile are references of the greatest length, made of one thing repeated.
func hostile() (refs []string) {
	for _, before := range []string{"", "http:", "https:", "http://", "http://h/", "http://h/?", "http://é/", "foo:", "\n"} {
		for _, thing := range []string{"@", "http://", "a.", "é.", "xn--a.", "1.", "[", ":", "%25", "&amp;", "../", "/a", `\`, "&a=1", "\n", "\xff",
			";jsessionid=1", "\"", "'", "?", "#", "foo:/ "} {
			refs = append(refs, before+strings.Repeat(thing, (weburl.MaxLength-len(before))/len(thing)))
		}
	}
	return refs
}

func TestLongestReferencesAgree(t *testing.T) {
	b := weburl.DefaultRules.NewBase(mustParse(t, "http://h.org/a/"))
	for _, ref := range hostile() {
		got, err := b.Resolve([]byte(ref))
		want, wantErr := b.ResolveFull([]byte(ref))
		if got != want || (err == nil) != (wantErr == nil) {
			t.Errorf("Resolve(%.20q…) = %.40q, %v; the full parser: %.40q, %v", ref, got, err, want, wantErr)
		}
	}
}

func BenchmarkResolveHostile(b *testing.B) {
	base := weburl.DefaultRules.NewBase(mustParse(b, "http://h.org/a/"))
	refs := hostile()
	b.SetBytes(int64(len(refs) * weburl.MaxLength))
	for b.Loop() {
		for _, ref := range refs {
			if u, err := base.Resolve([]byte(ref)); err == nil {
				trap.Rules{}.Check(u, base.URL(), ref)
			}
		}
	}
}
