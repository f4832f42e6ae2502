package genre

import "strings"

// hasReportNumber reports whether a line has what numbers a report in a series:
// TR-95-12, UCB/EECS-2014-160, RC24661.
func hasReportNumber(line string) bool {
	for i := 0; i+4 < len(line); i++ {
		if line[i] < 'A' || line[i] > 'Z' || i > 0 && isAlnum(line[i-1]) {
			continue
		}
		j := i
		for j < len(line) && (line[j] >= 'A' && line[j] <= 'Z' || line[j] == '/' || line[j] == '-' || line[j] == '_') {
			j++
		}
		name := strings.Trim(line[i:j], "-/_")
		k := j
		for k < len(line) && line[k] == ' ' && k-j < 1 {
			k++
		}
		d := k
		for d < len(line) && line[d] >= '0' && line[d] <= '9' {
			d++
		}
		numbered := d-k >= 2
		series := name == "TR" || name == "RR" || name == "RC" || name == "RJ" || strings.HasSuffix(name, "-TR") || strings.HasPrefix(name, "TR-") || strings.HasSuffix(name, "/TR") || strings.HasPrefix(name, "CS-TR")
		if series && numbered {
			return true
		}
		// A series' name, the year, a running number: LARC-2011-03.
		if k == j && j > i+2 && line[j-1] == '-' && (d-k == 4 || d-k == 2) && d+2 < len(line) && (line[d] == '-' || line[d] == '/') && isDigit(line[d+1]) && isDigit(line[d+2]) {
			return true
		}
		i = max(i, j-1)
	}
	return false
}

// hasCourseCode reports whether a line names a course as universities do: MATH
// 725, CS229, 6.867.
func hasCourseCode(line string) bool {
	for i := 0; i+4 < len(line); i++ {
		if line[i] < 'A' || line[i] > 'Z' || i > 0 && isAlnum(line[i-1]) {
			continue
		}
		j := i
		for j < len(line) && (line[j] >= 'A' && line[j] <= 'Z' || line[j] >= 'a' && line[j] <= 'z') {
			j++
		}
		k := j
		if k < len(line) && (line[k] == ' ' || line[k] == '-') {
			k++
		}
		d := k
		for d < len(line) && isDigit(line[d]) {
			d++
		}
		name := line[i:j]
		if d-k == 3 && (d == len(line) || !isDigit(line[d]) && line[d] != '-' && line[d] != '.') && len(name) >= 2 {
			if name == strings.ToUpper(name) && len(name) <= 5 || name == "Math" || name == "Mathematics" || name == "Stat" || name == "Phys" || name == "Physics" || name == "Course" {
				return true
			}
		}
		i = max(i, j-1)
	}
	return false
}

// isDigit reports whether c is a digit of ASCII.
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isAlnum reports whether c is a digit or a letter of ASCII.
func isAlnum(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' }
