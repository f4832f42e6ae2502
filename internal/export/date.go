package export

import "time"

// date is when something was published, as far as it is known; 0 is unknown.
type date struct{ year, month, day int }

// published returns the year, month and day of a record, as far as they are known.
func (r *Record) published() date {
	for _, form := range []string{"2006-01-02", "2006-01", "2006"} {
		t, err := time.Parse(form, clean(r.Date))
		// A date that contradicts the year is ignored: the year was chosen among several sources,
		// the date comes from one.
		if err != nil || !plausible(t.Year()) || r.Year != 0 && t.Year() != r.Year {
			continue
		}
		d := date{t.Year(), int(t.Month()), t.Day()}
		if len(form) < len("2006-01-02") {
			d.day = 0
		}
		if len(form) < len("2006-01") {
			d.month = 0
		}
		return d
	}
	if plausible(r.Year) {
		return date{year: r.Year}
	}
	return date{}
}

// plausible reports whether a year has at most four digits, which is what ISO 8601 and all formats
// here can write.
func plausible(year int) bool { return year > 0 && year < 10_000 }
