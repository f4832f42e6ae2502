// Package doiform has the form of DOIs that all expressions of the program share.
package doiform

// Prefix matches the beginning of a DOI, up to the slash behind the number of its registrant, which may be subdivided: "10.1000/" and "10.1000.10/".
// It is a part of a regular expression, without groups. Behind it comes any printable text (ISO 26324).
const Prefix = `10\.\d{4,9}(?:\.\d+)*/`
