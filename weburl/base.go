package weburl

import (
	"strings"

	"sluice/weburl/internal/standard"
)

// Base resolves the references of one page. Make it once for a page, or [Base.Reset] it from page to page.
// It is not for concurrent use.
type Base struct {
	url       URL
	origin    int // length of url up to the path, 0 when its host is one to look at twice
	directory int // length of url up to and with the last slash of its path
	rules     ruleSet
	quick     bool          // the rules allow the fast path
	full      *standard.URL // url as the full parser has it, made when first needed
	buf       []byte        // the URL at hand

	added []addition
	text  []byte // the strings of added, one after the other
}

// addition is a URL that waits to be taken.
type addition struct {
	cuts
	length uint16
}

// quickRules must be on, and no others beside quickMay, for the fast path.
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

// Resolve returns the URL that a reference names, as it stands in an attribute with its character references
// decoded, in UTF-8. Bytes that are no UTF-8 are escaped as they are. The errors are those of this package,
// without the reference; [Reason] sorts them. It allocates one string, and none for what names the base.
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

// Add resolves a reference as [Base.Resolve] does, and leaves its URL to [Base.Take].
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
// of one string: [URL.Clone] one that is kept for longer than the others.
func (b *Base) Take(dst []URL) []URL {
	text := string(b.text)
	for _, a := range b.added {
		dst = append(dst, URL{text[:a.length], a.cuts})
		text = text[a.length:]
	}
	b.text, b.added = b.text[:0], b.added[:0]
	return dst
}

// resolve resolves a reference. It leaves the URL's string in b.buf, and says where that is cut.
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
