// Package units has the values with units that people write in flags and in sluice.yaml:
// [Size], [Rate], [Share], [Age], [Hours] and [Address]. Each reads and writes itself as text; an error
// quotes the text and shows how the value is written.
package units

import (
	"fmt"
	"math"
	"net"
	"strconv"
	"strings"
	"time"
)

// Size is a number of bytes, written 1024, 500kB, 10MB (powers of ten) or 64KiB (powers of two).
type Size int64

// sizeUnits are the endings of sizes. Longer endings come first, because "kb" also ends with "b".
var sizeUnits = []struct {
	ending string
	bytes  float64
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
	{"k", 1e3}, {"m", 1e6}, {"g", 1e9}, {"t", 1e12}, {"b", 1},
}

// UnmarshalText reads a size.
func (s *Size) UnmarshalText(text []byte) error {
	number, factor := strings.ToLower(strings.TrimSpace(string(text))), 1.0
	for _, u := range sizeUnits {
		if rest, ok := strings.CutSuffix(number, u.ending); ok {
			number, factor = strings.TrimSpace(rest), u.bytes
			break
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	n *= factor
	if err != nil || math.IsNaN(n) || n < 0 || n >= 1<<62 { // a larger float may not fit an int64
		return fmt.Errorf("%q is not a size; write 500kB, 10MB or 1GiB", text)
	}
	*s = Size(math.Round(n))
	return nil
}

// String returns the size in the largest unit in which it is a whole number.
func (s Size) String() string {
	for _, u := range []struct {
		name  string
		bytes Size
	}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}} {
		if s != 0 && s%u.bytes == 0 {
			return fmt.Sprint(int64(s/u.bytes), u.name)
		}
	}
	return strconv.FormatInt(int64(s), 10)
}

// Share is a part of a whole, 0 to 1, written 2% or 0.02.
type Share float64

// UnmarshalText reads a share.
func (s *Share) UnmarshalText(text []byte) error {
	number, isPercent := strings.CutSuffix(strings.TrimSpace(string(text)), "%")
	n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if isPercent {
		n /= 100
	}
	if err != nil || !(n >= 0 && n <= 1) { // no number, too
		return fmt.Errorf("%q is not a share; write 2%% or 0.02", text)
	}
	*s = Share(n)
	return nil
}

// String returns the share in percent.
func (s Share) String() string { return strconv.FormatFloat(float64(s)*100, 'g', 6, 64) + "%" }

// Rate is a number of bytes a second, written 500kB/s.
type Rate int64

// UnmarshalText reads a rate; "/s" may be omitted.
func (r *Rate) UnmarshalText(text []byte) error {
	if err := (*Size)(r).UnmarshalText([]byte(strings.TrimSuffix(string(text), "/s"))); err != nil {
		return fmt.Errorf("%q is not a rate; write 500kB/s", text)
	}
	return nil
}

// String returns the rate with its unit.
func (r Rate) String() string { return Size(r).String() + "/s" }

// Age is a duration, written 3d, 2w or like a [time.Duration]: 36h, 1h30m.
type Age time.Duration

// UnmarshalText reads an age.
func (a *Age) UnmarshalText(text []byte) error {
	s := strings.ToLower(strings.TrimSpace(string(text)))
	for _, u := range []struct {
		ending string
		unit   time.Duration
	}{{"d", 24 * time.Hour}, {"w", 7 * 24 * time.Hour}} {
		number, ok := strings.CutSuffix(s, u.ending)
		if n, err := strconv.ParseFloat(number, 64); ok && err == nil && 0 <= n && n < 1e4 {
			*a = Age(n * float64(u.unit))
			return nil
		}
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 {
		return fmt.Errorf("%q is not a duration; write 36h, 3d or 2w", text)
	}
	*a = Age(d)
	return nil
}

// Hours is a range of hours of the day, written 08:00-18:00; empty means none.
type Hours string

// UnmarshalText reads hours.
func (h *Hours) UnmarshalText(text []byte) error {
	from, to, found := strings.Cut(string(text), "-")
	if len(text) > 0 && (!found || !isClock(from) || !isClock(to) || from == to) {
		return fmt.Errorf("%q is not a range of hours; write 08:00-18:00", text)
	}
	*h = Hours(text)
	return nil
}

// isClock reports whether s is a time of day.
func isClock(s string) bool {
	_, err := time.Parse("15:04", s)
	return err == nil
}

// Address is host:port to listen on. A port alone is on the loopback interface, because metrics reveal
// much about a machine.
type Address string

// UnmarshalText reads an address or a port.
func (a *Address) UnmarshalText(text []byte) error {
	s := string(text)
	if s == "" {
		*a = ""
		return nil
	}
	if !strings.Contains(s, ":") {
		s = ":" + s
	}
	host, port, err := net.SplitHostPort(s)
	if _, badPort := strconv.ParseUint(port, 10, 16); err != nil || badPort != nil {
		return fmt.Errorf("%q is not an address; write 9090, or 127.0.0.1:9090", text)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	*a = Address(net.JoinHostPort(host, port))
	return nil
}
