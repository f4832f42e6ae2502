package reference

import (
	"iter"
	"strconv"
	"strings"

	"sluice/page/internal/ascii"
)

// Candidate is one image of a srcset attribute.
type Candidate struct {
	URL     string
	Density float64 // pixels of the image for a pixel of CSS; 0 if not specified
	Width   int     // pixels; 0 if not specified
	Valid   bool    // its descriptors are valid; browsers skip other candidates
}

// Srcset yields the candidates of a srcset attribute in order. The algorithm is the HTML standard's
// (https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute).
func Srcset(s string) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		for {
			s = strings.TrimLeft(s, ascii.Space+",")
			if s == "" {
				return
			}
			end := strings.IndexAny(s, ascii.Space)
			if end < 0 {
				end = len(s)
			}
			url := s[:end]
			s = s[end:]
			var descriptors []string
			if bare := strings.TrimRight(url, ","); len(bare) < len(url) {
				url = bare
			} else {
				descriptors, s = cutDescriptors(s)
			}
			if !yield(candidate(url, descriptors)) {
				return
			}
		}
	}
}

// cutDescriptors cuts the descriptors of one candidate off s, up to a comma outside parentheses.
func cutDescriptors(s string) (descriptors []string, rest string) {
	start, depth := -1, false
	end := func(i int) {
		if start >= 0 {
			descriptors = append(descriptors, s[start:i])
			start = -1
		}
	}
	for i := range len(s) {
		switch c := s[i]; {
		case depth:
			depth = c != ')'
		case c == ',':
			end(i)
			return descriptors, s[i+1:]
		case ascii.IsSpace(c):
			end(i)
		default:
			if start < 0 {
				start = i
			}
			depth = c == '('
		}
	}
	end(len(s))
	return descriptors, ""
}

// candidate reads the descriptors of a candidate. It is invalid if one of them is, or if they contradict each other.
func candidate(url string, descriptors []string) Candidate {
	c := Candidate{URL: url}
	var density, width, height bool
	for _, d := range descriptors {
		value := d[:len(d)-1]
		switch d[len(d)-1] {
		case 'w':
			n, ok := positive(value)
			if !ok || width || density {
				return c
			}
			c.Width, width = n, true
		case 'x':
			f, ok := float(value)
			if !ok || f < 0 || width || density || height {
				return c
			}
			c.Density, density = f, true
		case 'h':
			if _, ok := positive(value); !ok || height || density {
				return c
			}
			height = true
		default:
			return c
		}
	}
	c.Valid = !height || width
	return c
}

// positive reads a valid non-negative integer, which must not be zero.
func positive(s string) (int, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n > 0
}

// float reads a valid floating-point number of the HTML standard, which has no plus sign, no infinity, and no point at the end.
func float(s string) (float64, bool) {
	if strings.Trim(s, "0123456789+-.eE") != "" || strings.HasPrefix(s, "+") || strings.HasSuffix(s, ".") ||
		strings.Contains(s, ".e") || strings.Contains(s, ".E") {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}
