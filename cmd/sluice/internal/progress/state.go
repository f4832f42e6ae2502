package progress

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/cause"
)

// documentCounts returns how many documents were found, accepted, rejected and not read; it is
// empty while there are no documents.
func documentCounts(s crawl.Stats) string {
	if !hasDocuments(&s) {
		return ""
	}
	line := fmt.Sprintf("%s found, %s accepted, %s rejected", screen.Count(s.Found), screen.Count(s.Accepted), screen.Count(s.Rejected))
	if why := Causes(s.RejectedBy); why != "" {
		line += " (" + why + ")"
	}
	if s.Unread > 0 {
		line += fmt.Sprintf(", %s not read", screen.Count(s.Unread))
	}
	if s.ToRead > 0 {
		line += fmt.Sprintf(", %s to read", screen.Count(s.ToRead))
	}
	if ocr := OCR(s.OCR); ocr != "" {
		line += " (" + ocr + ")"
	}
	return line
}

// OCR returns how far the documents are that are being read by OCR; it is empty if no document is.
func OCR(o crawl.OCR) string {
	if o.Documents == 0 {
		return ""
	}
	return fmt.Sprintf("OCR of %s: %s of %s read", screen.Counted(o.Documents, "document"), screen.Count(o.Read), screen.Counted(o.Pages, "page"))
}

// OfThisRun returns what of the library's figures this run has fetched; it is empty if it has fetched all.
func OfThisRun(s *crawl.Stats) string {
	run, all := &s.Run, &s.Library
	if run.Pages == all.Pages && run.Documents == all.Documents && run.Errors == all.Errors {
		return ""
	}
	return fmt.Sprintf("in this run: %s, %s, %s", screen.Counted(run.Pages, "page"), screen.Counted(run.Documents, "document"), screen.Counted(run.Errors, "error"))
}

// hasDocuments reports whether the crawl has met any document.
func hasDocuments(s *crawl.Stats) bool { return s.Found+s.Accepted+s.Rejected+s.Unread+s.ToRead > 0 }

const (
	maxCauses  = 3  // named; the others are summed up
	causeWidth = 40 // columns
)

// Causes returns the most frequent causes of rejection with their counts, such as "slides 20, cv 4,
// others 4". Causes may quote a document, so they are escaped and shortened.
func Causes(counts map[string]int64) string {
	order := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	var parts []string
	var others int64
	for i, why := range order {
		if i >= maxCauses {
			others += counts[why]
			continue
		}
		name := screen.Cut(screen.Escape(shortCause(why)), causeWidth)
		parts = append(parts, name+" "+screen.Count(counts[why]))
	}
	if others > 0 {
		parts = append(parts, "others "+screen.Count(others))
	}
	return strings.Join(parts, ", ")
}

// shortCause returns the genre for which a document was rejected, or else the whole cause.
func shortCause(why string) string {
	if class, genre := cause.Split(why); class == catalogue.WrongGenre {
		return genre
	}
	return why
}

// timeLeft returns the estimated time until nothing is left to fetch; it is empty while that is not known.
func timeLeft(s crawl.Stats) string {
	if s.ETA <= 0 {
		return ""
	}
	return screen.About(s.ETA) + " left"
}

// Expected returns how many more documents the next requests of a crawl find; it is empty without a forecast.
func Expected(f *crawl.Forecast) string {
	switch {
	case f == nil:
		return ""
	case f.High == 0:
		return fmt.Sprintf("no more documents expected in the next %s", screen.Counted(f.Requests, "request"))
	case f.Low == 0:
		return fmt.Sprintf("up to %s more documents expected in the next %s", screen.Count(f.High), screen.Counted(f.Requests, "request"))
	}
	return fmt.Sprintf("%s to %s more documents expected in the next %s", screen.Count(f.Low), screen.Count(f.High), screen.Counted(f.Requests, "request"))
}

// waitingFor returns what keeps a crawl from fetching; it is empty while the crawl fetches.
func waitingFor(s crawl.Stats) string {
	switch {
	case s.Paused != "":
		return "paused: " + s.Paused
	case s.Stalled != "":
		return "no progress: " + s.Stalled
	case s.Resting:
		return "idle hours (--idle)"
	case time.Until(s.Until) > time.Second:
		return "waiting for the delays of all hosts, until " + s.Until.Local().Format(time.TimeOnly)
	}
	return ""
}
