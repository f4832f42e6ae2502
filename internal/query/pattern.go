package query

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"

	"sluice/weburl"
)

// Pattern names URLs, or the bytes of a document, in canonical form: a URL; the beginning of
// URLs, such as "http://www.example.org/private/*"; a host (with all its ports, unless it names
// one); a host and all below it, such as "*.example.org"; or "sha256:" and the hash of a
// document. The schemes http and https are one.
type Pattern string

// hashPrefix precedes the hash in a pattern that names a document by its bytes.
const hashPrefix = "sha256:"

// HashPattern returns the pattern that names a document by its hash.
func HashPattern(sha256 string) Pattern { return Pattern(hashPrefix + sha256) }

// Hash returns the hash of the document that the pattern names; false if it names URLs.
func (p Pattern) Hash() (sha256 string, ok bool) { return strings.CutPrefix(string(p), hashPrefix) }

// URLMatcher returns a function that reports whether a URL matches a pattern, which may have
// any form that [ParsePattern] accepts.
func URLMatcher(pattern string) (func(url string) bool, error) {
	p, err := ParsePattern(pattern)
	if err != nil {
		return nil, err
	}
	m := NewMatcher(p)
	return func(url string) bool {
		_, ok := m.Match(url)
		return ok
	}, nil
}

// ParsePattern returns a pattern that a user wrote, in canonical form: URLs and hosts as a
// crawl writes them.
func ParsePattern(pattern string) (Pattern, error) {
	p, err := canonical(pattern)
	return Pattern(p), err
}

// canonical returns a pattern in canonical form.
func canonical(pattern string) (string, error) {
	p := strings.TrimSpace(pattern)
	if sum, is := strings.CutPrefix(strings.ToLower(p), hashPrefix); is {
		if b, err := hex.DecodeString(sum); err != nil || len(b) != sha256.Size {
			return "", fmt.Errorf("%q is not a SHA-256", pattern)
		}
		return hashPrefix + sum, nil
	}
	if rest, isURL := cutScheme(p); !isURL {
		return checkedHost(p)
	} else if strings.HasPrefix(strings.ToLower(p), "file://") {
		return checkedFile(rest)
	} else if rest == "" || strings.HasPrefix(rest, "/") {
		return "", fmt.Errorf("%q is not a URL of the Web", pattern)
	}
	beginning, several := strings.CutSuffix(p, "*")
	if !several {
		u, err := webURL(weburl.DefaultRules, p)
		return u.String(), err
	}
	if rest, _ := cutScheme(beginning); rest == hostOf(rest) {
		return "", fmt.Errorf("%q is not a beginning of URLs: it ends within the host (give a host, or %s/*)", pattern, beginning)
	}
	for _, rules := range []weburl.Rules{weburl.DefaultRules, weburl.NoRules()} { // the rules may remove an incomplete part
		u, err := webURL(rules, beginning+unfinished)
		if err != nil {
			return "", err
		}
		if s, whole := strings.CutSuffix(u.String(), unfinished); whole {
			return s + "*", nil
		}
	}
	return "", fmt.Errorf("%q is not a beginning of URLs", pattern)
}

// unfinished is appended to the beginning of a URL so that it can be parsed.
const unfinished = "x"

// webURL parses a URL of the schemes http and https.
func webURL(rules weburl.Rules, s string) (weburl.URL, error) {
	u, err := rules.Parse(s)
	if err == nil && u.Scheme() != "http" && u.Scheme() != "https" {
		err = fmt.Errorf("%q is not a URL of the Web", s)
	}
	return u, err
}

// checkedHost returns a host, a host with a port, or "*." and a host, in canonical form.
func checkedHost(p string) (string, error) {
	name, below := strings.CutPrefix(p, "*.")
	name = strings.TrimSuffix(name, ".")
	bad := fmt.Errorf("%q is neither a URL nor a host (such as www.example.org, or *.example.org for it and all below)", p)
	if name == "" || strings.HasPrefix(name, ".") || strings.ContainsAny(name, "*/\\?#@% \t") {
		return "", bad
	}
	u, err := weburl.DefaultRules.Parse("http://" + name + "/")
	switch {
	case err != nil:
		return "", fmt.Errorf("%w: %w", bad, err)
	case below && u.Host() != u.Hostname():
		return "", fmt.Errorf("%q: all hosts below one are meant with all their ports", p)
	case below:
		return "*." + u.Host(), nil
	}
	for scheme, port := range map[string]string{"http": ":80", "https": ":443"} { // no URL names the default port
		if strings.HasSuffix(name, port) {
			return scheme + "://" + u.Hostname() + "/*", nil
		}
	}
	return u.Host(), nil
}

// checkedFile returns the URL of a file, or the beginning of such URLs with a *.
func checkedFile(rest string) (string, error) {
	beginning, several := strings.CutSuffix(rest, "*")
	u, err := url.Parse("file://" + beginning)
	if err != nil || u.Host != "" || u.Path == "" || u.Path == "/" {
		return "", fmt.Errorf("%q is not a URL of a file (such as file:///home/smith/thesis.pdf)", "file://"+rest)
	}
	address := url.URL{Scheme: "file", Path: u.Path}
	if several {
		return address.String() + "*", nil
	}
	return address.String(), nil
}

// SQL returns the condition that the URL in a column matches the pattern, and its arguments. It
// uses comparisons for which an index on the column helps, and the function hostname(url),
// which is [Hostname], only where it must. A pattern for a hash reads the catalogue's tables of
// documents and locations.
func (p Pattern) SQL(column string) (condition string, args []any) {
	if sum, is := p.Hash(); is {
		return column + " IN (SELECT l.url FROM locations l JOIN documents d ON d.id = l.document WHERE d.sha256 = $1)", []any{sum}
	}
	pattern := string(p)
	rest, isURL := cutScheme(pattern)
	schemes := []string{"http://", "https://"}
	if strings.HasPrefix(pattern, "file://") {
		schemes = []string{"file://"}
	}
	either := func(rest string, exact bool) string {
		var parts []string
		for _, scheme := range schemes {
			if exact {
				args = append(args, scheme+rest)
				parts = append(parts, fmt.Sprintf("%s = $%d", column, len(args)))
				continue
			}
			args = append(args, scheme+rest, scheme+rest+"\U0010FFFF") // a range, for which there is an index
			parts = append(parts, fmt.Sprintf("%[1]s >= $%[2]d AND %[1]s < $%[3]d", column, len(args)-1, len(args)))
		}
		return "(" + strings.Join(parts, " OR ") + ")"
	}
	switch {
	case isURL && strings.HasSuffix(rest, "*"):
		condition = either(strings.TrimSuffix(rest, "*"), false)
	case isURL:
		condition = either(rest, true)
	case strings.HasPrefix(pattern, "*."):
		host := likeEscape.Replace(pattern[2:])
		args = append(args, "http%://%."+host+"%", "%."+host) // the first condition is cheap and excludes most URLs
		below := fmt.Sprintf(`%[1]s LIKE $%[2]d ESCAPE '\' AND hostname(%[1]s) LIKE $%[3]d ESCAPE '\'`, column, len(args)-1, len(args))
		condition = "(" + either(pattern[2:]+"/", false) + " OR " + either(pattern[2:]+":", false) + " OR " + below + ")"
	case strings.Contains(pattern, ":"):
		condition = either(pattern+"/", false)
	default:
		condition = "(" + either(pattern+"/", false) + " OR " + either(pattern+":", false) + ")"
	}
	return condition, args
}
