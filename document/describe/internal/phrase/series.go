package phrase

import (
	_ "embed"
	"strings"
	"sync"

	"sluice/internal/lazyregexp"
)

//go:embed series.txt
var seriesText string

// seriesLabels name the kind of a publication, and head it without saying what
// it is about.
var seriesLabels = sync.OnceValue(func() map[string]bool { return phraseSet(seriesText) })

// seriesNumber matches the number of a publication in its series, behind the label.
var seriesNumber = lazyregexp.New(`(?i)[\s,:#(–—-]*(?:(?:no|nr|n°|nº|núm|num|number)\b\.?\s*)?[#\d][\d\s/.:–—-]*\)?$`)

// deliverable matches the number of a report among those that a project has promised: "Report on Deliverable D5.3".
var deliverable = lazyregexp.New(`^(?:.* )?(?:(?:deliverable|livrable)(?: no\.?| n°| number| report)?:? (?:d|ms)?|report on d|d)\d+(?:\.\d+){1,2}(?:-\d)?(?: deliverable)?$`)

// numberedDeliverable matches a report's number among those that a project has promised, and the beginning of its title behind it.
var numberedDeliverable = lazyregexp.New(`^(?i:(?:deliverable|livrable):? )?D\d{1,2}\.\d{1,2}(?:\.\d{1,2})?[a-z]?[ :.–—-]+\pL`)

// BeginsWithDeliverable reports whether a title begins with the number of a deliverable: "D5.4 – Report on Sieves".
func BeginsWithDeliverable(s string) bool { return numberedDeliverable.MatchString(s) }

// IsDeliverable reports whether a line is the number of a deliverable and no more.
func IsDeliverable(s string) bool {
	return len(s) < 60 && deliverable.MatchString(strings.ToLower(strings.Trim(s, " .,:|•·–—-")))
}

// IsSeriesLabel reports whether a line is the label of a series and no more,
// with or without a number: "Research Note", "Working Paper No. 5".
func IsSeriesLabel(s string) bool {
	if len(s) > 60 {
		return false
	}
	s = strings.ToLower(strings.Trim(s, " .,:|•·–—-"))
	return deliverable.MatchString(s) || seriesLabels()[s] || seriesLabels()[strings.TrimSpace(seriesNumber.ReplaceAllString(s, ""))]
}
