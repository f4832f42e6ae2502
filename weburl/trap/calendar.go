package trap

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"sluice/weburl"
)

// calendarWords are words in the paths of calendars, or in the names of their parameters, in lower case.
var calendarWords = []string{"calendar", "calender", "kalender", "calendrier", "calendario", "agenda", "event", "termin",
	"schedule", "webcal", "month", "booking", "availability", "diary"}

// calendarParameters are names of parameters that only a calendar has, or the archive of a blog.
var calendarParameters = setOf("month", "mon", "year", "yr", "yyyy", "mm", "cal", "caldate", "date", "day", "week", "startdate",
	"start_date", "from_date", "eventdate", "event_date", "tribe-bar-date", "displaydate", "viewdate", "iyear", "imonth", "y")

// isCalendar reports whether a URL looks like a page of a calendar.
func isCalendar(u weburl.URL) bool {
	path := strings.ToLower(u.Path())
	for _, word := range calendarWords {
		if strings.Contains(path, word) {
			return true
		}
	}
	for name := range u.Parameters() {
		if calendarParameters[strings.ToLower(name)] {
			return true
		}
	}
	return false
}

// calendarYears yields the years that a URL of a calendar names: in parameters for dates, and in segments of
// the path that are dates, or are next to a month or to the name of a calendar.
func calendarYears(u weburl.URL) iter.Seq[int] {
	return func(yield func(int) bool) {
		for name, value := range u.Parameters() {
			name = strings.ToLower(name)
			if !calendarParameters[name] && !strings.Contains(name, "date") && !strings.Contains(name, "year") {
				continue
			}
			if year, _ := leadingYear(value); year > 0 && !yield(year) {
				return
			}
		}
		before := ""
		for segment := range strings.SplitSeq(u.Path(), "/") {
			year, isDate := leadingYear(segment)
			if earlier, _ := leadingYear(before); earlier > 0 && len(segment) <= 2 && isDigits(segment) {
				year, isDate = earlier, true
			}
			if year > 0 && (isDate || isCalendarWord(before)) && !yield(year) {
				return
			}
			before = segment
		}
	}
}

// The range of years; other numbers of four digits are not years.
const firstYear, lastYear = 1500, 2500

// leadingYear returns the year that s begins with, or 0, and whether s is a date: 2031-05, 20310501.
func leadingYear(s string) (year int, isDate bool) {
	if len(s) < 4 || !isDigits(s[:4]) {
		return 0, false
	}
	year, _ = strconv.Atoi(s[:4])
	if year < firstYear || year > lastYear {
		return 0, false
	}
	switch rest := s[4:]; {
	case rest == "":
		return year, false
	case len(rest) == 4 && isDigits(rest):
		return year, "0101" <= rest && rest <= "1231"
	case len(rest) >= 3 && strings.IndexByte("-_.", rest[0]) >= 0 && isDigits(rest[1:3]):
		return year, true
	}
	return 0, false
}

// isCalendarWord reports whether a segment is the name of a calendar.
func isCalendarWord(segment string) bool {
	return slices.Contains(calendarWords, strings.ToLower(segment))
}

// isFarCalendar reports whether a link leads to a page of a calendar so long before or after a year that it is certainly
// empty.
func isFarCalendar(link weburl.URL, year int) bool {
	const past, future = 30, 2
	for y := range calendarYears(link) {
		if y < year-past || y > year+future {
			return isCalendar(link)
		}
	}
	return false
}
