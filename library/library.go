// Package library declares the nouns of a library: the documents in it, the fetches by which pages and documents came, the sites from which they
// came, the causes for which they failed, and the query that chooses among them. The package holds data only; package sluice opens libraries and returns these nouns, as the
// example shows.
package library
