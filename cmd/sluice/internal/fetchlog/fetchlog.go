// Package fetchlog writes what came of each URL while a crawl runs: [Write] writes a line of text, or a JSON object.
package fetchlog

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/credential"
	"sluice/library"
)

// causeWidth is the number of columns of a cause; a server may have worded it.
const causeWidth = 100

// Write writes a line about a fetch. A line that cannot be written is lost, because no crawl should end for it.
func Write(w io.Writer, f *library.Fetch, asJSON bool) {
	if asJSON {
		_ = screen.WriteJSON(w, recordOf(f), "")
		return
	}
	_, _ = io.WriteString(w, Line(f)+"\n")
}

// Line returns what came of a URL: HTTP status or outcome, size, type, URL, and then the target of a redirect or the cause of what is no
// plain success. The text of others is escaped.
func Line(f *library.Fetch) string {
	size := "-"
	if f.Size > 0 {
		size = screen.Bytes(f.Size)
	}
	line := fmt.Sprintf("%-9s %8s  %-5s  %s", result(f), size, screen.Escape(cmp.Or(f.Type, "-")), clean(f.URL))
	if f.Location != "" {
		line += " -> " + clean(f.Location)
	}
	if f.Cause != "" && f.Cause != statusCause(f.Status) {
		line += " (" + screen.Cut(screen.Escape(credential.RedactText(string(f.Cause))), causeWidth) + ")"
	}
	return line
}

// result returns the first column: the HTTP status if it says what came of the URL, else the outcome.
func result(f *library.Fetch) string {
	outcome := outcomeOf(f)
	switch outcome {
	case "fetched", "redirect", "failed":
		if f.Status != 0 {
			return strconv.Itoa(f.Status)
		}
	}
	return outcome
}

// outcomeOf returns the outcome in a word or two. Two are divided: what was fetched may be unchanged, and a failure may be a soft 404.
func outcomeOf(f *library.Fetch) string {
	switch {
	case f.Outcome == library.Fetched && (f.NotModified || f.Unchanged):
		return "unchanged"
	case f.Outcome == library.Failed && f.Cause == catalogue.CauseSoft404:
		return "soft 404"
	}
	return f.Outcome.String()
}

// statusCause returns the cause of a failure that only repeats the HTTP status.
func statusCause(status int) library.Cause { return library.Cause("status " + strconv.Itoa(status)) }

// clean returns a URL without user and password, escaped.
func clean(url string) string { return screen.Escape(credential.WithoutUser(url)) }

// record is the JSON form of a line. Its keys are documented in docs/operating.md: never change one.
type record struct {
	Time     time.Time `json:"time"` // of the request
	Message  string    `json:"msg"`  // "fetch"
	Outcome  string    `json:"outcome"`
	Status   int       `json:"status,omitempty"`
	Cause    string    `json:"cause,omitempty"`
	Size     int64     `json:"size"`
	Type     string    `json:"type,omitempty"`
	URL      string    `json:"url"`
	Location string    `json:"location,omitempty"`
}

// recordOf returns the record of a fetch.
func recordOf(f *library.Fetch) record {
	return record{
		Time: f.At, Message: "fetch", Outcome: outcomeOf(f), Status: f.Status, Cause: credential.RedactText(string(f.Cause)),
		Size: f.Size, Type: f.Type, URL: credential.WithoutUser(f.URL), Location: credential.WithoutUser(f.Location),
	}
}
