package pdfchar

import "testing"

func TestNamedLigature(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"within a word", "A soluƟon for the soŌware plaƞorm of aƩackers", "A solution for the software platform of attackers"},
		{"two in a word", "staƟsƟcs", "statistics"},
		{"before a name's end", "KrysƟan", "Krystian"},
		{"at the beginning of a word", "Ɵme and Ɵde", "time and tide"},
		{"city in Japan", "Ōsaka and Tōkyō", "Ōsaka and Tōkyō"},
		{"capitals", "ƟƩ ƩƟ", "ƟƩ ƩƟ"},
		{"none", "a solution", "a solution"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := NewRepair(test.text).Mend(test.text); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
