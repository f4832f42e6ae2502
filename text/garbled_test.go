package text_test

import (
	"strings"
	"testing"

	"sluice/text"
)

// exchanged returns a text in which each letter is that which stands n places after it in the alphabet.
func exchanged(s string, n rune) string {
	return strings.Map(func(r rune) rune {
		if low := r | 0x20; low < 'a' || low > 'z' {
			return r
		}
		return r&^0x1f | ((r&0x1f-1+n)%26 + 1)
	}, s)
}

// private returns a text whose letters have numbers of private use.
func private(s string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' {
			return r
		}
		return 0xf000 + r
	}, s)
}

func TestGarbled(t *testing.T) {
	long := func(s string) string { return strings.Repeat(s+"\n", 1200/len(s)+1) }
	english := long("We show that the problem is hard even when the graph is known in advance to the player, and give a fast algorithm for trees.")
	for _, c := range []struct {
		what, text string
		want       bool
	}{
		{"nothing", "", false},
		{"English", english, false},
		{"English in capitals", strings.ToUpper(english), false},
		{"French", long("Nous montrons que le problème est difficile même quand le graphe est connu à l'avance du joueur."), false},
		{"Polish", long("Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem."), false},
		{"Welsh", long("Genir pawb yn rhydd ac yn gydradd â'i gilydd mewn urddas a hawliau. Fe'u cynysgaeddir â rheswm a chydwybod."), false},
		{"Vietnamese", long("Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền. Mọi con người đều được tạo hoá ban cho lý trí."), false},
		{"Russian", long("Мы показываем, что эта задача остаётся трудной даже тогда, когда весь граф заранее известен игроку."), false},
		{"Greek", long("Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα."), false},
		{"Arabic", long("يولد جميع الناس أحرارا متساوين في الكرامة والحقوق وقد وهبوا عقلا وضميرا"), false},
		{"Hindi", long("सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है"), false},
		{"Chinese", long("人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。"), false},
		{"a table of numbers", long("1998 12.5 33.1 7.2e-5 (0.13) 44 | 17 % 3,200"), false},
		{"formulas", long("f(x) = ∑ᵢ aᵢ xⁱ + ∫ g(t) dt ≤ ‖A‖ · |x|², α ∈ Γ ⊂ ℝⁿ"), false},
		{"code", long("for (int i = 0; i < n; i++) { if (a[i] != NULL && strcmp(a[i]->key, key) == 0) return &a[i]; }"), false},
		{"a table of contents", long("1 Introduction . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . 1"), false},
		{"a form", long("Name: ____________________________________ Date: ______________"), false},
		{"exchanged letters", exchanged(english, 3), true},
		{"exchanged letters and signs", strings.NewReplacer("e", "{", "a", "|", "th", "}~").Replace(exchanged(english, 7)), true},
		{"few exchanged letters", exchanged(english[:200], 3), false},
		{"private use", private(english), true},
		{"private use in a few words", private("All rights"), true},
		{"a page of private use in a document", english + private("Bullet") + english, false},
		{"control characters", strings.Repeat("\x01\x02\x03 \x04\x05 \x12\n", 50), true},
		{"lost characters", strings.Repeat("\ufffd\ufffd\ufffd \ufffd\n", 50), true},
		{"signs", strings.Repeat("!\"# $% &'() *+ /: ;<= >?@ [\\\n", 30), true},
		{"Russian in the code of Western Europe", long("Ìû ïîêàçûâàåì, ÷òî ýòà çàäà÷à îñòà¸òñÿ òðóäíîé äàæå òîãäà, êîãäà âåñü ãðàô"), true},
		{"Hebrew in the code of a phonetic font", long("ʥʹʣʰ ʨʩʮʲ ʬʠʸʹʩ ʤʧʣʹʥʺ ʥʤʮʣʩʰʤ ʹʬʰʥ"), true},
	} {
		if got := text.Garbled(c.text); got != c.want {
			t.Errorf("%s: %t, want %t", c.what, got, c.want)
		}
	}
}
