package tex

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// formula reads an argument as mathematics.
func (t *tex) formula() string { return strings.TrimSpace(t.capture(t.arg(), true)) }

// fraction writes a fraction on one line: (a+b)/2.
func (t *tex) fraction() {
	over, under := t.formula(), t.formula()
	t.emit(bracketed(over) + "/" + bracketed(under))
}

// bracketed puts brackets around a term that is more than one factor.
func bracketed(s string) string {
	if strings.ContainsAny(s, " +-/=") {
		return "(" + s + ")"
	}
	return s
}

// root writes a root on one line.
func (t *tex) root() {
	degree, _ := t.option()
	switch degree {
	case "":
		t.emit("√")
	case "3":
		t.emit("∛")
	default:
		t.emit(t.capture(degree, true) + "√")
	}
	t.emit(bracketed(t.formula()))
}

// script writes an exponent or an index: x^2, x_(i+1).
func (t *tex) script(mark byte) {
	s := strings.TrimSpace(t.capture(t.arg(), true))
	switch {
	case s == "":
	// A prime, a degree or a star is printed raised and needs no mark.
	case mark == '^' && (s == "′" || s == "∘" || s == "*" || s == "†"):
		t.emit(s)
	case utf8.RuneCountInString(s) == 1 || isNumber(s):
		t.emit(string(mark) + s)
	default:
		t.emit(string(mark) + "(" + s + ")")
	}
}

// isNumber reports whether s is a whole number.
func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// doubleStruck writes capital letters as the sets of numbers are written.
func doubleStruck(s string) string {
	return strings.NewReplacer("C", "ℂ", "H", "ℍ", "N", "ℕ", "P", "ℙ", "Q", "ℚ", "R", "ℝ", "Z", "ℤ").Replace(s)
}
