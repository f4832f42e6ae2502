package phrase

import (
	"strings"

	"sluice/internal/lazyregexp"
)

// Beginnings and parts, in lower case, of lines of a title page that are
// neither title nor author: stamps, series, notices, the phrases around a
// degree.
var (
	noiseStarts = []string{"arxiv:", "to appear", "appeared in", "appears in", "appearing in", "accepted for", "accepted to", "accepted by", "submitted to",
		"submitted for", "submitted in", "published in", "published by", "published as", "presented at", "presented to", "presented in", "presented by", "presented for",
		"in press", "in preparation", "forthcoming in", "reprinted", "a preliminary version", "a shorter version", "a short version", "a longer version",
		"a full version", "an extended version", "a revised version", "an extended abstract of", "an abstract of this", "proceedings of", "proc. of",
		"in: proc", "in proc", "in: ", "copyright", "(c) ", "doi:", "doi ", "удк", "ббк", "udc ", "udk ", "issn", "isbn", "received:", "received ", "revised ", "accepted: ", "edited by", "editor:",
		"dedicated to", "a thesis submitted", "a dissertation submitted", "a thesis presented", "a dissertation presented", "a thesis in", "a dissertation in",
		"thesis submitted", "dissertation submitted", "thesis presented", "this thesis", "this dissertation", "a project report submitted", "a report submitted",
		"of doctor of", "of master of", "of bachelor of", "for the degree", "for the award", "of the degree", "the degree of", "degree of", "for obtaining", "doctor of", "doctor in", "doctor philosophiae",
		"master of", "master in", "master's degree", "bachelor of", "bachelor in", "bachelor's degree", "magister", "magistra ", "doktor der", "doktor-ing", "des grades", "zur erlangung",
		"pour obtenir", "para optar", "this article", "this paper", "this document", "this is a", "this work", "this version", "this manuscript", "this research was", "please cite", "cite this",
		"cite as", "how to cite", "to cite", "available online", "available at", "contents list", "noname manuscript", "manuscript no", "author manuscript",
		"open access", "downloaded from", "page ", "under consideration", "click here", "see discussions, stats", "manuscript click", "programming techniques", "apport de recherche", "rapport de recherche", "technical report", "session ", "editor's note", "contributed article", "research article", "permission to", "printed in", "typeset", "compiled ", "last modified", "last updated", "last revised", "version of",
		"in collaboration with", "in cooperation with", "in partnership with", "in association with", "commissioned by", "funded by", "sponsored by", "supported by", "en collaboration avec",
		"in zusammenarbeit mit", "en colaboración con", "em colaboração com", "in collaborazione con", "in samenwerking met", "im auftrag ", "grant agreement", "project number", "project acronym", "work package", "dissemination level", "horizon 2020", "h2020", "horizon europe", "lecture notes in computer science", "lecture notes in artificial", "lecture notes in bio", "lecture notes in control", "lecture notes in business", "lecture notes in networks", "lecture notes in electrical", "preprint submitted", "medrxiv preprint", "biorxiv preprint", "authors' version", "author's version", "personal use", "licensed under", "creative commons", "cc by", "eptcs", "lipics", "journal homepage"}
	noiseParts = []string{"©", "all rights reserved", "partial fulfil", "partial satisfaction", "requirements for the", "requirements of the", "requirement for the", "www.springer", "springer-verlag",
		"taylor & francis", "elsevier b.v", "elsevier science", "elsevier ltd", "john wiley", "kluwer academic", "birkhäuser", "issn ", "creative commons", "subscription number"}
)

var (
	// noiseWhole matches what is a kind of publication and says no more than
	// that and a number.
	noiseWhole  = lazyregexp.New(`^(?:an? |the |this )?(?:preliminary (?:version|draft|report)|(?:rough |first |final |working )?draft|unpublished|confidential|preprint|do not distribute|do not cite|work in progress|(?:extended|long|short) abstract|invited (?:paper|talk|contribution)|(?:short|full|regular|long|research|position|review|survey|original|workshop|conference|term|white|working|discussion|technical|demo|tool|student|industrial|vision)[ -](?:paper|article|report|research|communication|contribution|note|track|memo(?:randum)?|product)|final report|progress report|annual report|(?:ph\.? ?d\.?|doctoral|masters?|master['’]s|master of science|bachelors?|bachelor['’]s|diploma|(?:senior |undergraduate )?honou?rs|senior|m\.? ?sc\.?|b\.? ?sc\.?|undergraduate|habilitation|m\.?phil\.?)?[ -]?(?:thesis|dissertation)|tesis doctoral|diplomarbeit|masterarbeit|bachelorarbeit|studienarbeit|inauguraldissertation|habilitationsschrift|thèse(?: de doctorat)?|tesi di (?:laurea|dottorato))(?:[ :#(\-–—](?:in |of |no|nr|number|\d|#|version|by).*|[ :.\-–]*)?$|^(?:an? |the |this )?(?:research|paper|article|survey|tutorial|letter|report|abstract|project|synopsis)(?:[ :#(\-–—]+(?:no\b|nr\b|number|\d|#|version).*|[ :.\-–]*)$`)
	noiseNumber = lazyregexp.New(`\b(?:vol(?:ume)?\.?|no\.|nr\.|issue|pp\.?) ?\d+|\bjournal of .*\d|\b(?:tech(?:nical|\.)? ?rep(?:ort|\.)|working paper|research report|rapport de recherche|internal report|report (?:no\.?|number|#)|memo(?:randum)?)\b.{0,14}[\w\-./]*\d|\b(?:19|20)\d\d\b.*\b(?:workshop|conference|conf\.|symposium|congress|proceedings)\b|\b(?:workshop|conference|conf\.|symposium|congress|proceedings)\b.*\b(?:19|20)\d\d\b|^\[?(?:cs|math|stat|physics|quant-ph|eess|q-bio)\.[a-z]{2}\]?|^.{3,60}, (?:19|20)\d\d[;:,] ?\d+|^\S{2,30} \d{1,4} \(\d{4}\) \d|^(?:hal|ssrn|eprint|iacr|tr|tech report)[ :\-].*\d|\b\d{1,4} ?\((?:19|20)\d\d\)|, \d{1,4},? \d{1,4} ?[-–] ?\d{1,4}|\((?:\w{3,9}\.? )?(?:19|20)\d\d\).{0,4}\d+ ?[-–] ?\d+|\b(?:19|20)\d\d\) \d+:\d+|^[\pL &.,:()]{4,80} \d{1,4}, (?:[a-z]?\d{4,7}|\d+[-–]\d+) \((?:19|20)\d\d\)$|\b\d{1,4} ?\(\d{1,3}\),? (?:19|20)\d\d$`)
	noiseMark   = lazyregexp.New(`^[\divxl\s.,|·•\-–—/()\[\]:]+$|^(?:the )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\S+teenth|twent\S+|thirt\S+|\d+(?:st|nd|rd|th)) .*(?:workshop|conference|symposium|congress|colloquium)|^(?:in )?(?:ieee|acm) (?:transactions|journal|trans\.)|^https?://\S+$|^journal of [\w ]{4,60}$|^the [\w ]{2,30} journal$|^manuscript$|^(?:international|european|american) journal of [\w ,&]{4,70}$`)
)

// IsNoise reports whether s is a line that is neither title nor author.
func IsNoise(s string) bool {
	lower := strings.ToLower(s)
	for _, start := range noiseStarts {
		if strings.HasPrefix(lower, start) {
			return true
		}
	}
	for _, part := range noiseParts {
		if strings.Contains(lower, part) {
			return true
		}
	}
	if IsDegree(s) || IsAroundDegree(s) || IsSeriesLabel(s) {
		return true
	}
	if len(lower) < 90 && noiseWhole.MatchString(lower) || noiseMark.MatchString(lower) {
		return true
	}
	return strings.ContainsAny(lower, "0123456789") && noiseNumber.MatchString(lower)
}
