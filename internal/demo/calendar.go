package demo

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// calendarAt is where the calendar without end is.
const calendarAt = "www.cs.northbridge.example/seminars/calendar"

// serveCalendar makes the page of one month, which links to the one before and the one after.
func serveCalendar(w http.ResponseWriter, r *http.Request) {
	year, errYear := strconv.Atoi(r.URL.Query().Get("year"))
	month, errMonth := strconv.Atoi(r.URL.Query().Get("month"))
	now := time.Now()
	if errYear != nil || errMonth != nil || year < 1 || year > 9999 || month < 1 || month > 12 {
		year, month = now.Year(), int(now.Month())
	}
	first := time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC)
	var b strings.Builder
	for day := first; day.Month() == first.Month(); day = day.AddDate(0, 0, 1) {
		if day.Weekday() == time.Wednesday {
			fmt.Fprintf(&b, "<p>%s: open seminar, room 2.14, four o'clock.</p>\n", day.Format("Monday 2 January"))
		}
	}
	for _, m := range []struct {
		text string
		at   time.Time
	}{{"Month before", first.AddDate(0, -1, 0)}, {"Month after", first.AddDate(0, 1, 0)}} {
		fmt.Fprintf(&b, `<a href="calendar?year=%d&amp;month=%d">%s</a> `, m.at.Year(), int(m.at.Month()), m.text)
	}
	w.Header().Set("Content-Type", framed)
	w.Write(frame("www.cs.northbridge.example", "Seminars in "+first.Format("January 2006"), b.String()))
}
