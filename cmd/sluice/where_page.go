package main

import (
	"slices"
	"strings"

	"sluice/cmd/sluice/internal/manual"
	"sluice/internal/columns"
	"sluice/internal/query"
)

// wherePage returns the manual of conditions. It is made of the tables from which conditions are compiled, so that it has every
// column, operator and form that the program knows, and no other.
func wherePage() *manual.Page {
	page := manual.Topic("sluice help where", "Conditions of --where, columns of lists, and patterns of URLs.",
		"--where of `sluice pages, documents, sites, links` and `export` selects rows by a condition: a column, an operator and a value, "+
			"such as `genre = thesis`. --columns and --sort take the names of the same columns.")
	page.Terms("OPERATORS", "", rules(query.Operators))
	page.Terms("COMBINATIONS", "", rules(query.Joins))
	page.Terms("VALUES", "", rules(query.Values))
	var explained []query.Column
	for _, l := range columns.All {
		if l.Command == "" {
			continue
		}
		var terms []manual.Term
		var above []string
		for _, c := range l.Columns {
			if slices.ContainsFunc(explained, func(e query.Column) bool { return e.Name == c.Name && e.Meaning == c.Meaning }) {
				above = append(above, c.Name)
				continue
			}
			explained = append(explained, c)
			terms = append(terms, manual.Term{Word: c.Name, Explanation: "(" + c.Kind.String() + ") " + c.Meaning, Example: c.Example})
		}
		introduction := "A row is " + l.About + "."
		if len(above) > 0 {
			introduction += " Columns as above: " + strings.Join(above, ", ") + "."
		}
		page.Terms(strings.ToUpper("columns of "+l.Command), introduction, terms)
	}
	page.Terms("PATTERNS OF URLS", "`sluice remove` selects URLs and documents by a pattern.", rules(query.Patterns))
	return page
}

// rules returns parts of the query language as terms of the manual.
func rules(all []query.Rule) (terms []manual.Term) {
	for _, r := range all {
		terms = append(terms, manual.Term{Word: r.Form, Explanation: r.Meaning, Example: r.Example})
	}
	return terms
}
