package describe_test

import (
	"slices"
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
)

func TestAuthorsUnderHeadingsAreFound(t *testing.T) {
	for _, c := range []struct {
		name    string
		lines   []string
		authors []string
	}{
		{"two headings of auditors, and pseudonyms", []string{
			"348 94 29 Bold|Sand Sieve Audit", "377 258 29 Bold|Report", "452 234 17 Roman|Prepared by Sandworks", "544 251 17 Bold|Lead Auditors", "566 264 17 Roman|Jane Stone", "588 289 17 Roman|Hans",
			"630 235 17 Bold|Assisting Auditors", "652 272 17 Roman|Mary Roe", "674 285 17 Roman|0sand", "723 256 17 Roman|June 1, 2023",
		}, []string{"Jane Stone", "Hans", "Mary Roe", "0sand"}},
		{"a pseudonym alone", []string{
			"408 202 21 Bold|Sieve Audit Report", "468 256 12 Roman|Prepared by Sandworks", "594 266 12 Bold|Lead Auditors", "614 276 12 Roman|0xGravel", "728 265 10 Roman|December 5, 2025",
		}, []string{"0xGravel"}},
		{"an institute whose name begins with a given name", append([]string{
			"104 81 14 Bold|Synthesizing Representative Sand Using Iterative Sieves", "180 100 12 Roman|Zachary Kies", "180 258 12 Roman|Kimberly Sands", "194 90 12 Italic|College of Sieving", "194 258 12 Italic|Gravel Laboratories",
			"208 108 12 Italic|Georgia Tech", "208 258 12 Italic|Sandport",
		}, prose(250)...), []string{"Zachary Kies", "Kimberly Sands"}},
		{"a name above the title whose first letter has a stroke", []string{
			"72 232 17 Roman|University of Sandport", "223 262 14 Roman|Łukasz Piaskowy", "268 93 21 Roman|Consistency Proofs for Systems of Sand", "322 262 12 Italic|PhD dissertation", "529 486 12 Roman|Supervisor", "551 389 12 Roman|prof. dr hab. Paweł Żwirowy", "586 421 12 Roman|Institute of Informatics", "601 431 12 Roman|University of Sandport", "680 272 12 Roman|January 2015",
		}, []string{"Łukasz Piaskowy"}},
		{"who has inspired the authors", append([]string{
			"100 100 20 Bold|Sandets kraft", "140 100 12 Roman|Martin Sand Larsen", "160 60 12 Roman|Inspireret af Søren Risbjerg Kiselsens kendte model (se f.eks. Kiselsen 1998) præsenterer vi i",
		}, prose(200)...), []string{"Martin Sand Larsen"}},
		{"a given name that begins questions, on the second line of a list", append([]string{
			"103 45 16 Bold|Fast Characterization of Sand in Sieves", "145 45 13 Roman|Ibrahim Stone ¹,², Alim S. Gravel ³, Lillian Pebble ¹, Bonnie Dune ¹,²,", "159 45 13 Roman|Can Kieselkan ³,∗ and Faraz Kiesel ⁴,⁵, ∗",
			"178 45 10 Roman|¹ Geology Lab, Sandport Institute of Technology, Sandport, USA", "202 45 10 Roman|³ Department of Sieves, Sandport",
		}, prose(270)...), []string{"Ibrahim Stone", "Alim S. Gravel", "Lillian Pebble", "Bonnie Dune", "Can Kieselkan", "Faraz Kiesel"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := describe.Describe(sheet(c.lines...), describe.Around{}).All("author"); !slices.Equal(got, c.authors) {
				t.Errorf("authors %q, want %q", got, c.authors)
			}
		})
	}
}

func TestPersonsInTextAreNoAuthors(t *testing.T) {
	paragraph := strings.Repeat("the sand runs through all the sieves that we have shaken, and what remains is put on a heap beside them, ", 4)
	for name, text := range map[string]string{
		"paragraphs on one line each": "Sand for Everybody\n\nWhen we shook the first sieve, " + paragraph + "\n\nRep. John Sandman (_@sand_), R-Texas, and Senator Claire Stone, D-Mo., set the standard. " + paragraph + "\n\nJohn Sandman\n\nThe sand of " + paragraph,
		"an epigraph":                 "Sand y tamices\n\n\"Si lo que dice no pasa por el tamiz, no es arena. Si pasa\nes polvo.\"\n\n-- Omar Piedra, Arenal, Año 634.\n\n" + strings.Repeat("¿Pero cómo sabemos si la arena pasa por el tamiz y lo demás no lo hace?\n", 9),
	} {
		t.Run(name, func(t *testing.T) {
			if got := describe.Describe(&content.Document{Type: "text", Text: text}, describe.Around{}).All("author"); got != nil {
				t.Errorf("authors %q", got)
			}
		})
	}
}

func TestGroupsAndBrokenListsOfAuthorsAreUnderstood(t *testing.T) {
	for _, c := range []struct {
		name    string
		lines   []string
		authors []string
	}{
		{"a list without commas that breaks off behind a given name", append([]string{
			"116 146 14 Bold|Knowledge of Sieves", "169 146 10 Roman|Michael Sandhaus¹ Luca De Gravel⁵ Dennis Kiesel¹ Florian", "181 181 10 Roman|Rabeck² Nicolas M. Dubois⁴ Tom Kiesling¹", "202 254 9 Roman|¹ University of Sandport",
		}, prose(240)...), []string{"Michael Sandhaus", "Luca De Gravel", "Dennis Kiesel", "Florian Rabeck", "Nicolas M. Dubois", "Tom Kiesling"}},
		{"identifiers behind the names, the last one broken", append([]string{
			"116 146 14 Bold|Knowledge of Sieves", "170 146 7 Marks|Julia Sandig¹[⁰⁰⁰⁹−⁰⁰⁰⁶−⁰⁰⁰⁰−⁰⁰⁰⁰], Luc Brunel²[⁰⁰⁰⁰−⁰⁰⁰²−⁰⁰⁰⁰−⁰⁰⁰⁰], Benoit", "182 151 7 Marks|Gavelle³[⁰⁰⁰⁰−⁰⁰⁰¹−⁰⁰⁰⁰−⁰⁰⁰⁰],",
			"193 202 10 Roman|Florian Kiesling⁴[⁰⁰⁰⁰−⁰⁰⁰²−⁰⁰⁰⁰−⁰⁰⁰⁰], and David B.", "205 235 7 Marks|Blumental¹[⁰⁰⁰⁰−⁰⁰⁰¹−⁰⁰⁰⁰−⁰⁰⁰X]", "227 138 9 Roman|¹ Sand Science Lab, University of Sandport",
		}, prose(260)...), []string{"Julia Sandig", "Luc Brunel", "Benoit Gavelle", "Florian Kiesling", "David B. Blumental"}},
		{"a group among the authors, its name broken, and its members", append([]string{
			"72 72 12 Bold|Projecting sand in all regions of the world", "134 72 12 Roman|Kiesha Pram¹,², Petra Kiesel¹, Nicholas G", "155 72 12 Roman|Sandies¹, Centre for the Sieving of Rivers SAND-19", "176 72 12 Roman|Working Group, Alex R Stone², Mark Grit¹*",
			"238 72 12 Roman|¹Centre for Sieving, University of Sandport", "404 72 12 Bold|Centre for the Sieving of Rivers SAND-19", "424 72 12 Roman|Working Group: Christopher I Pebble, Quentin J Sable, Jon C", "445 72 12 Roman|Dune, Amy Gravella, Simon R Brook, Kathleen Rock",
		}, prose(500)...), []string{"Kiesha Pram", "Petra Kiesel", "Nicholas G Sandies", "Centre for the Sieving of Rivers SAND-19 Working Group", "Alex R Stone", "Mark Grit"}},
		{"a label before a list with a group, broken within the last name", append([]string{
			"72 72 12 Bold|Sieves detect travelling sand", "117 72 11 Roman|Authors: Billy Quill¹, Sam Stone¹, SRG nCoS working group, Stefan Kiesel¹*, Rosalind", "132 130 11 Roman|Eggers¹*", "162 72 11 Roman|Affiliations: ¹Centre for Sieving, University of Sandport",
		}, prose(200)...), []string{"Billy Quill", "Sam Stone", "SRG nCoS working group", "Stefan Kiesel", "Rosalind Eggers"}},
		{"authors who write for others", append([]string{
			"72 72 14 Roman|The effect of sand on rivers", "146 72 11 Roman|Authors: Amy Gravella, Christopher Stone, and John", "161 72 11 Roman|Edmunton on behalf of the Sand Modelling Team",
		}, prose(200)...), []string{"Amy Gravella", "Christopher Stone", "John Edmunton"}},
		{"a group of an institution is no author", append([]string{
			"72 72 14 Roman|The effect of sand on rivers", "146 72 11 Roman|Amy Gravella", "161 72 10 Roman|Sand Working Group, Department of Sieves, University of Sandport",
		}, prose(200)...), []string{"Amy Gravella"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := describe.Describe(sheet(c.lines...), describe.Around{}).All("author"); !slices.Equal(got, c.authors) {
				t.Errorf("authors %q, want %q", got, c.authors)
			}
		})
	}
}
