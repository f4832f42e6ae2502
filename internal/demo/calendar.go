package demo

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// calendarAt is the address of the endless calendar.
const calendarAt = "www.cs.northbridge.example/seminars/calendar"

// serveCalendar serves the page of one year, which links to the years before and after it: a
// trap for crawlers.
func serveCalendar(w http.ResponseWriter, r *http.Request) {
	year, err := strconv.Atoi(r.URL.Query().Get("year"))
	if err != nil || year < 1 || year > 9999 {
		year = time.Now().Year()
	}
	var b strings.Builder
	for day := time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC); day.Year() == year; day = day.AddDate(0, 0, 1) {
		if day.Weekday() == time.Wednesday && day.Month() != time.August {
			fmt.Fprintf(&b, "<p>%s: open seminar, room 2.14, four o'clock.</p>\n", day.Format("2 January"))
		}
	}
	fmt.Fprintf(&b, `<p><a href="calendar?year=%d">The year before</a> <a href="calendar?year=%d">The year after</a></p>`, year-1, year+1)
	w.Header().Set("Content-Type", framed)
	w.Write(frame("www.cs.northbridge.example", fmt.Sprintf("Seminars in %d", year), b.String()))
}
