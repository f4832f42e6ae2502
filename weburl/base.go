package weburl

import (
	"strings"

	"sluice/weburl/internal/standard"
)

// Base resolves the references of one page. Make it once for a page, or [Base.Reset] it from page to page.
// It is not for concurrent use.
type Base struct {
	url       URL
	origin    int // length of url up to the path; 0 if the host may be a doubled scheme
	directory int // length of url up to and including the last slash of its path
	rules     ruleSet
	quick     bool          // the rules allow the fast path
	full      *standard.URL // url for the full parser, made when first needed
	buf       []byte        // the URL that is being made

	added []addition
	text  []byte // the strings of added, one after the other
}

// addition is a URL that [Base.Take] has not returned yet.
type addition struct {
	cuts
	length uint16
}

// The fast path requires quickRules to be on, and all rules except quickMay to be off.
const (
	quickRules = ruleRepair | ruleTrailingDot | ruleUnescape | ruleUpperEscapes | rulePercent | ruleEmptyQuery |
		ruleDefaultPort | ruleDots | ruleRootSlash
	quickMay = ruleCredentials | ruleFragment | ruleSession | ruleTracking
)

// NewBase returns a Base for the references of the page at u, or of one whose base element names u. With the
// zero URL, only absolute references resolve.
func (r Rules) NewBase(u URL) *Base {
	b := &Base{}
	b.init(r, u)
	return b
}

// init makes b resolve references by rules.
func (b *Base) init(r Rules, u URL) {
	b.rules = r.on()
	b.quick = b.rules&^quickMay == quickRules
	b.Reset(u)
}

// Reset makes u the URL that references are relative to.
func (b *Base) Reset(u URL) {
	b.url, b.full = u, nil
	if b.origin = int(u.path); u.Host() == "http" || u.Host() == "https" {
		b.origin = 0
	}
	b.directory = max(int(u.path), strings.LastIndexByte(u.s[:u.query], '/')+1)
}

// URL returns the URL that references are relative to.
func (b *Base) URL() URL { return b.url }

// Resolve returns the URL of a reference: the value of an attribute with its character references decoded, in UTF-8.
// Bytes that are not UTF-8 are escaped as they are. The errors are those of this package, without the reference;
// [Reason] classifies them. It allocates one string, and none if the URL is the base.
func (b *Base) Resolve(ref []byte) (URL, error) {
	at, err := b.resolve(ref)
	switch {
	case err != nil:
		return URL{}, err
	case string(b.buf) == b.url.s:
		return b.url, nil
	}
	return URL{string(b.buf), at}, nil
}

// Add resolves a reference as [Base.Resolve] does. [Base.Take] returns the URL.
func (b *Base) Add(ref []byte) error {
	at, err := b.resolve(ref)
	if err != nil {
		return err
	}
	b.text = append(b.text, b.buf...)
	b.added = append(b.added, addition{at, uint16(len(b.buf))})
	return nil
}

// Take appends to dst the URLs of the references added since the last Take, in their order. They share the memory
// of one string: use [URL.Clone] for one that is kept for longer than the others.
func (b *Base) Take(dst []URL) []URL {
	text := string(b.text)
	for _, a := range b.added {
		dst = append(dst, URL{text[:a.length], a.cuts})
		text = text[a.length:]
	}
	b.text, b.added = b.text[:0], b.added[:0]
	return dst
}

// resolve resolves a reference. The URL's string is in b.buf; the result are its cuts.
func (b *Base) resolve(ref []byte) (cuts, error) {
	if len(ref) > MaxLength {
		return cuts{}, ErrTooLong
	}
	if !b.quick {
		return b.resolveFull(string(ref))
	}
	if at, err, ok := b.resolveQuick(ref, b.rules|careful); ok {
		return at, err
	}
	corrected := addSlashes(correctReference(string(ref)), b.url.Scheme())
	if at, err, ok := b.resolveQuick([]byte(corrected), b.rules); ok {
		return at, err
	}
	if at, err, ok := b.resolveOddHost(corrected); ok {
		return at, err
	}
	return b.resolveFull(string(ref))
}
