// Package cause writes and reads the causes that are stored and reported: why a URL was refused, a fetch failed, or a
// document is in its state.
//
// A cause is a short phrase, such as "nofollow", or a [Class] with a detail, such as "dns: timeout". The packages that
// find a cause own its words. [Class.With] joins the two parts and [Split] takes a stored cause apart, so that no other
// package knows how they are joined.
package cause

import "strings"

// Class is the first part of a cause, which the causes of one kind share.
type Class string

const separator = ": "

// With returns the cause of the class with a detail.
func (c Class) With(detail string) string { return string(c) + separator + detail }

// Split returns the class and the detail of a cause. A cause without a class is all detail.
func Split(cause string) (Class, string) {
	class, detail, found := strings.Cut(cause, separator)
	if !found {
		return "", cause
	}
	return Class(class), detail
}

// Of returns the class of a cause, empty for a cause without one.
func Of(cause string) Class {
	class, _ := Split(cause)
	return class
}
