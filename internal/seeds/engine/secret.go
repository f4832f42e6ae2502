package engine

import (
	"bytes"
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strings"

	"sluice/internal/credential"
	"sluice/weburl"
)

// secret is the key of an engine. The zero secret is none.
type secret struct {
	parameter string   // of the query that carries it; empty: a header does, or there is none
	value     string   // of the parameter
	origin    string   // to which it is sent
	forms     []string // in which it may stand in a text, the longest first
}

// leastSecret is the length in bytes from which a key is replaced in the texts of an engine: a shorter one may be a part of other words.
const leastSecret = 8

// newSecret returns the key of an engine. A key that everybody may use is sent, and is not hidden.
func newSecret(c *Choice) secret {
	k := secret{parameter: c.description.KeyParameter, value: c.key, origin: c.Address}
	if c.key == "" || c.isShared {
		return k
	}
	quoted, _ := json.Marshal(c.key) // never fails for a text
	k.forms = []string{c.key, url.QueryEscape(c.key), url.PathEscape(c.key), html.EscapeString(c.key), strings.Trim(string(quoted), `"`)}
	slices.SortFunc(k.forms, func(a, b string) int { return len(b) - len(a) })
	k.forms = slices.Compact(k.forms)
	return k
}

// add returns a URL with the key as its parameter, once, and as it is if a header carries the key or the URL is of another origin.
func (k *secret) add(u weburl.URL) weburl.URL {
	if k.parameter == "" || k.value == "" || u.Origin() != k.origin {
		return u
	}
	u = k.remove(u)
	joint := "?"
	if strings.Contains(u.String(), "?") {
		joint = "&"
	}
	with, err := weburl.NoRules().Parse(u.String() + joint + url.QueryEscape(k.parameter) + "=" + url.QueryEscape(k.value))
	if err != nil {
		return u
	}
	return with
}

// remove returns a URL without the parameter of the key.
func (k *secret) remove(u weburl.URL) weburl.URL {
	if k.parameter == "" || k.value == "" {
		return u
	}
	address, query, hasQuery := strings.Cut(u.String(), "?")
	if !hasQuery {
		return u
	}
	parts := slices.DeleteFunc(strings.Split(query, "&"), func(part string) bool {
		name, _, _ := strings.Cut(part, "=")
		plain, err := url.QueryUnescape(name)
		return err == nil && plain == k.parameter
	})
	if len(parts) > 0 {
		address += "?" + strings.Join(parts, "&")
	}
	without, err := weburl.NoRules().Parse(address)
	if err != nil {
		return u
	}
	return without
}

// isIn reports whether the key stands in a text.
func (k *secret) isIn(text string) bool {
	return slices.ContainsFunc(k.forms, func(form string) bool { return strings.Contains(text, form) })
}

// redact returns a text for people without the key.
func (k *secret) redact(text string) string {
	for _, form := range k.forms {
		text = strings.ReplaceAll(text, form, credential.Redacted)
	}
	return text
}

// redactBytes returns an answer without the key, unless the key is short: see [Web.keep].
func (k *secret) redactBytes(body []byte) []byte {
	if len(k.value) < leastSecret {
		return body
	}
	for _, form := range k.forms {
		body = bytes.ReplaceAll(body, []byte(form), []byte(credential.Redacted))
	}
	return body
}
