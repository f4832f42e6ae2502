package person

import (
	"strings"
	"unicode"

	"sluice/document/describe/internal/phrase"
	"sluice/internal/lazyregexp"
)

// groupNoun matches what a group of people who write together calls itself, at the end of its name or, in the languages that
// put the noun first, at the beginning.
var (
	groupNoun   = lazyregexp.New(`(?i)(?:\s(?:working|study|writing|trial) group|\s(?:consortium|collaboration|task force|investigators|team))$`)
	groupBefore = lazyregexp.New(`^(?i:groupe d(?:e travail|['’]études?) |grupo de (?:trabajo|trabalho|estudios?|estudo) |consorci?o |consortium |arbeitsgruppe )`)
	membership  = lazyregexp.New(`(?i)\b(?:(?:working|study|writing|trial) group|consortium|collaboration|task force|investigators|team)(?: members?| authors?| consists? of)?\s*:`)
)

// IsGroup reports whether a text is the name of a group that signs as an author: "Sand Working Group". All its words have
// capitals, but for those between nouns.
func IsGroup(s string) bool {
	name := groupNoun.ReplaceAllString(s, "")
	if name == s {
		name = groupBefore.ReplaceAllString(s, "")
	}
	words := strings.Fields(name)
	if name == s || len(words) > 12 {
		return false
	}
	proper := 0
	for _, w := range words {
		switch {
		case strings.ContainsFunc(w, unicode.IsUpper) && !strings.EqualFold(w, "the"):
			proper++
		case !phrase.FunctionWords[strings.ToLower(w)]:
			return false
		}
	}
	return proper > 0
}

// OpensMembers reports whether a line begins the list of a group's members.
func OpensMembers(s string) bool { return membership.MatchString(s) }

// groupScore is the score of a group among persons.
const groupScore = 2.5

// groups gives the groups among persons their score. A list of anything else, an institution with its
// departments, has none.
func groups(found []Person) []Person {
	n, likely := 0, 0
	for i, p := range found {
		switch torn := (i == 0 || i == len(found)-1) && !strings.Contains(p.Name, " "); {
		case IsGroup(p.Name):
			n++
		case p.Score > 0.2:
			likely++
		case !torn:
			return found
		}
	}
	if n == 0 || likely == 0 {
		return found
	}
	for i, p := range found {
		if IsGroup(p.Name) {
			found[i].Name, found[i].Score = strings.TrimPrefix(strings.TrimPrefix(p.Name, "the "), "The "), groupScore
		}
	}
	return found
}

// onBehalf matches what follows the names of authors who write for others.
var onBehalf = lazyregexp.New(`(?i)\s(?:on behalf of|im namen d|im auftrag d|au nom d|en nombre d|em nome d|namens)\pL*\s.*$`)

// compound matches a number that a hyphen joins to a word, which is no mark of a footnote: "COVID-19".
var compound = lazyregexp.New(`\pL-\d{1,3}\b`)

// hidden are the letters that stand for digits while the marks of footnotes are removed, in the part of Unicode that is
// for private use.
const hidden = '\uE000'

// hideCompounds replaces the digits of compounds, and showCompounds puts them back.
func hideCompounds(s string) string {
	return compound.ReplaceAllStringFunc(s, func(c string) string {
		return strings.Map(func(r rune) rune {
			if '0' <= r && r <= '9' {
				return hidden + r - '0'
			}
			return r
		}, c)
	})
}

func showCompounds(s string) string {
	return strings.Map(func(r rune) rune {
		if hidden <= r && r < hidden+10 {
			return '0' + r - hidden
		}
		return r
	}, s)
}
