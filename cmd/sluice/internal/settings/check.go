package settings

import (
	"errors"
	"fmt"
	"math"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"

	"sluice/crawl"
	"sluice/document/genre"
	"sluice/internal/credential"
	"sluice/internal/fetch"
	"sluice/internal/fetch/cookie"
	"sluice/internal/suggestion"
	"sluice/weburl"
	"sluice/weburl/pattern"
	"sluice/weburl/trap"
)

// errNoRendering says that rendering is a setting without an implementation so far.
var errNoRendering = errors.New("not implemented yet; use --render never")

// maxWorkers bounds the goroutines and sockets that one process asks the system for.
const maxWorkers = 10_000

// Check validates the values. The error names every invalid one, so that a user corrects all at once.
func (f *Flags) Check() error {
	var errs []error
	refuse := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	if f.Render != "never" {
		errs = append(errs, fmt.Errorf("render: %s: %w", f.Render, errNoRendering))
	}
	refuse(f.MaxPages < 0, "max-pages: %d is negative", f.MaxPages)
	refuse(!(f.Requests >= 0) || math.IsInf(f.Requests, 0), "requests: %v is no number of requests a day", f.Requests)
	refuse(f.MaxDepth < 0, "max-depth: %d is negative", f.MaxDepth)
	refuse(f.MaxLevel < 0, "max-level: %d is negative", f.MaxLevel)
	refuse(f.MaxHosts < 0, "max-hosts: %d is negative", f.MaxHosts)
	refuse(f.MaxTime < 0, "max-time: %s is negative", f.MaxTime)
	refuse(f.MaxPageSize == 0, "max-page-size: 0 would store nothing")
	refuse(f.MaxDocumentSize == 0, "max-document-size: 0 would store nothing")
	refuse(f.StopDocuments < 1, "stop-documents: %d; must be 1 or more", f.StopDocuments)
	refuse(f.AvoidRevisits < 1, "avoid-revisits: %d; must be 1 or more", f.AvoidRevisits)
	refuse(f.PatternPages < 1, "pattern-pages: %d; must be 1 or more", f.PatternPages)
	refuse(f.EarlyStopPages < 1, "early-stop-pages: %d; must be 1 or more", f.EarlyStopPages)
	refuse(f.EarlyStopRecheck < 1, "early-stop-recheck: %d; must be 1 or more", f.EarlyStopRecheck)
	refuse(f.EarlyStopShare == 0, "early-stop-share: 0 would stop no site; leave --early-stop out")
	refuse(f.EarlyStopPrice < 0, "early-stop-price: %d is negative", f.EarlyStopPrice)
	refuse(f.Retries < 0, "retries: %d is negative", f.Retries)
	refuse(f.Delay < 0, "delay: %s is negative", f.Delay)
	refuse(f.PerHost < 1, "per-host: %d; must be 1 or more", f.PerHost)
	refuse(f.PerAddress < 1, "per-address: %d; must be 1 or more", f.PerAddress)
	refuse(f.Workers < 1 || f.Workers > maxWorkers, "workers: %d; must be 1 to %d", f.Workers, maxWorkers)
	refuse(f.Cookies == "jar" && f.CookieJar == "", "cookies: jar needs a file; add --cookie-jar FILE")
	refuse(f.Pprof && f.Metrics == "", "pprof: needs an address; add --metrics 9090")
	for _, check := range []func() error{f.checkPatterns, f.checkRules, f.checkGenres, f.checkNetwork, f.checkFiles} {
		errs = append(errs, check())
	}
	return errors.Join(errs...)
}

// checkPatterns returns an error for each list of patterns that does not parse.
func (f *Flags) checkPatterns() error {
	var errs []error
	if _, err := pattern.ParseList(f.Allow...); err != nil {
		errs = append(errs, fmt.Errorf("allow: %w", err))
	}
	if _, err := pattern.ParseList(f.Ignore...); err != nil {
		errs = append(errs, fmt.Errorf("ignore: %w", err))
	}
	return errors.Join(errs...)
}

// checkRules returns an error for the first rule that no part of the program knows. The rules of
// canonical URLs, of traps and of the crawl share one list of names.
func (f *Flags) checkRules() error {
	known := slices.Concat(weburl.RuleNames(), trap.Names(), crawl.RuleNames())
	for _, name := range f.Rules {
		if name := strings.TrimPrefix(name, "-"); !slices.Contains(known, name) {
			return fmt.Errorf("rules: unknown rule %q%s; `sluice help crawl` lists the rules", name, suggestion.Hint(name, known))
		}
	}
	return nil
}

// checkGenres returns an error for the first genre to accept that does not exist.
func (f *Flags) checkGenres() error {
	for _, name := range f.Accept {
		if err := CheckGenre(name); err != nil {
			return fmt.Errorf("accept: %w", err)
		}
	}
	return nil
}

// CheckGenre returns an error if there is no genre of that name.
func CheckGenre(name string) error {
	if genre.Genre(name).Valid() {
		return nil
	}
	known := make([]string, len(genre.Genres))
	for i, g := range genre.Genres {
		known[i] = string(g)
	}
	return fmt.Errorf("unknown genre %q%s; the genres are %s", name, suggestion.Hint(name, known), strings.Join(known, ", "))
}

// checkNetwork checks what concerns requests. What is sent in a header must not contain a line
// break, which could add headers of its own.
func (f *Flags) checkNetwork() error {
	var errs []error
	if f.UserAgent != "" && !productName.MatchString(f.UserAgent) || !httpguts.ValidHeaderFieldValue(f.UserAgent) {
		errs = append(errs, fmt.Errorf("user-agent: %q; write a name that a robots.txt can contain, such as Examplebot/1.0", f.UserAgent))
	}
	if f.Contact != "" && !isContact(f.Contact) {
		errs = append(errs, fmt.Errorf("contact: %q is neither a mail address nor a URL; write me@example.org or https://www.example.org/bot", f.Contact))
	}
	for _, h := range f.Header {
		name, value, _ := strings.Cut(h, ":")
		if !httpguts.ValidHeaderFieldName(strings.TrimSpace(name)) || !httpguts.ValidHeaderFieldValue(strings.TrimSpace(value)) || !strings.Contains(h, ":") {
			errs = append(errs, fmt.Errorf("header: %q; write 'Name: value'", credential.RedactField(h)))
		}
	}
	for _, r := range f.Resolve {
		if !isResolve(r) {
			errs = append(errs, fmt.Errorf("resolve: %q; write host:port:address", r))
		}
	}
	if _, err := fetch.ParseProxy(f.Proxy); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// checkFiles returns an error for each named file that does not exist or is of another format, before the crawl creates a
// library.
func (f *Flags) checkFiles() error {
	return errors.Join(
		checkFile("ca-file", f.CAFile, func(name string) error { _, err := fetch.Authorities(name); return err }),
		checkFile("cookie-jar", f.CookieJar, func(name string) error { _, err := cookie.Open(name); return err }),
	)
}

// checkFile checks the file of one key. What is no regular file, such as a pipe, can be read only once and is left to the crawl.
func checkFile(key, name string, check func(name string) error) error {
	if name == "" {
		return nil
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		err = fmt.Errorf("%s is a folder; write the name of a file", name)
	case err == nil && info.Mode().IsRegular():
		err = check(name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// CheckCookies returns an error if the keys of one source contradict each other: a cookie jar implies cookies of the kind jar.
func (l Layer) CheckCookies() error {
	mode, jar := strings.Join(l["cookies"], ""), strings.Join(l["cookie-jar"], "")
	if mode == "" || mode == "jar" || jar == "" || jar == cookiesInMemory {
		return nil
	}
	return fmt.Errorf("cookies: %s and cookie-jar exclude each other; leave one of them out", mode)
}

// productName matches the beginning of a user agent, which is its name in robots.txt (RFC 9309,
// section 2.2.1).
var productName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*`)

// isContact reports whether s is a URL or a mail address, with "mailto:" or without, and can be
// sent in a header.
func isContact(s string) bool {
	if u, err := url.Parse(s); err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") {
		return httpguts.ValidHeaderFieldValue(s)
	}
	_, err := mail.ParseAddress(strings.TrimPrefix(s, "mailto:"))
	return err == nil && httpguts.ValidHeaderFieldValue(s)
}

// isResolve reports whether s is host:port:address. The address comes last because an IPv6 address
// contains colons itself.
func isResolve(s string) bool {
	parts := strings.SplitN(s, ":", 3)
	if len(parts) != 3 || parts[0] == "" {
		return false
	}
	_, err := netip.ParseAddrPort("[::]:" + parts[1])
	_, errAddr := netip.ParseAddr(strings.Trim(parts[2], "[]"))
	return err == nil && errAddr == nil
}
