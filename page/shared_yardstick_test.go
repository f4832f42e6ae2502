//go:build yardstick

package page_test

import (
	"encoding/base64"
	"encoding/json"
)

// testCase is a case of a conformance suite, with the fields of all suites of this package.
type testCase struct {
	ID              string
	Suite           string
	Base            json.RawMessage
	HTML            *string
	HTMLBase64      string `json:"html_b64"`
	Body            *string
	BodyBase64      string `json:"body_b64"`
	Encoding        string
	ContentType     string `json:"content_type"`
	Options         map[string]any
	Expected        json.RawMessage
	ExpectedText    *string  `json:"expected_text"`
	ExpectedTitle   *string  `json:"expected_title"`
	ExpectedLinks   []string `json:"expected_links"`
	ExpectedSeconds *float64 `json:"expected_seconds"`
	ExpectedURL     *string  `json:"expected_url"`
	Content         *string
	Match           string
	Srcset          string
	Label           string
	Note            string
}

func (c *testCase) html() []byte { return textOrBytes(c.HTML, c.HTMLBase64) }

func (c *testCase) body() []byte { return textOrBytes(c.Body, c.BodyBase64) }

func textOrBytes(text *string, encoded string) []byte {
	if text != nil {
		return []byte(*text)
	}
	b, _ := base64.StdEncoding.DecodeString(encoded)
	return b
}

func (c *testCase) base() string { return stringOrBytes(c.Base) }

func (c *testCase) expected() string { return stringOrBytes(c.Expected) }

// deref returns the text that a case has, "" when it has none.
func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// stringOrBytes reads a JSON string, or an object that holds one in base64.
func stringOrBytes(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var encoded struct{ B64 []byte }
	json.Unmarshal(raw, &encoded)
	return string(encoded.B64)
}
