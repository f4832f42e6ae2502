// Package library declares the nouns of a library: what its catalogue knows of the URLs that were fetched. The package holds data
// only; package sluice opens libraries and returns these nouns.
package library
