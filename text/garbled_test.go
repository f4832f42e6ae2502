package text_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
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

// glyphNumbers returns a text whose letters have the numbers of a font's glyphs, which other scripts have in Unicode.
func glyphNumbers(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x2e80 {
			return r
		}
		return 0x480 + r*7919%0x1500
	}, s)
}

// latinOne returns a text as of a font that numbers some of its letters beyond ASCII, where Latin-1 has signs.
func latinOne(s string) string {
	return strings.NewReplacer("e", "±", "t", "²", "h", "³", "r", "¿", "s", "»", "l", "¼").Replace(s)
}

// lettersOnly drops what is no letter, as a function for [strings.Map].
func lettersOnly(r rune) rune {
	if low := r | 0x20; low < 'a' || low > 'z' {
		return -1
	}
	return r
}

// lines returns a text in lines of so many bytes.
func lines(s string, length int) string {
	var b strings.Builder
	for line := range slices.Chunk([]byte(s), length) {
		b.Write(append(line, '\n'))
	}
	return b.String()
}

// sequence returns words of so many letters each, drawn from an alphabet.
func sequence(alphabet string, words, length int, separator string) string {
	var b strings.Builder
	random := rand.New(rand.NewPCG(1, 2))
	for range words {
		for range length {
			b.WriteByte(alphabet[random.IntN(len(alphabet))])
		}
		b.WriteString(separator)
	}
	return b.String()
}

func TestListingsAreNotGarbled(t *testing.T) {
	often := func(n int, s string) string { return strings.Repeat(s, n) }
	numbered := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i, i*7919%65536)
		}
		return b.String()
	}
	for what, s := range map[string]string{
		"assembler of AT&T":    numbered(60, "  %x:\tmov    %%rax,0x%x(%%rsp)\n\txor    %%edx,%%edx\n\tlea    0x8(%%rdi),%%rcx\n\tcmp    %%rbx,%%rbp\n\tjne    <lx>\n\tpop    %%r12\n\tret\n"),
		"assembler of Intel":   numbered(60, "mov qword ptr [rsp+%d], rdx\nxor ebx, ebx\nlea rcx, [rdi+%d]\ncmp rbx, rbp\njbe L4\nsub esp, 8\nmovzx edx, byte ptr [rcx]\njmp L7\n"),
		"assembler of MIPS":    numbered(60, "lw $t0, %d($sp)\nsll $t1, $t0, 2\naddu $v0, $a0, $t1\nbne $v0, $zero, L%d\nnop\njr $ra\n"),
		"DNA in blocks":        sequence("acgt", 600, 10, " "),
		"DNA in lines":         ">seq1 chromosome\n" + sequence("ACGT", 100, 60, "\n"),
		"proteins in blocks":   sequence("ACDEFGHIKLMNPQRSTVWY", 600, 10, " "),
		"proteins in lines":    sequence("ACDEFGHIKLMNPQRSTVWY", 100, 60, "\n"),
		"RNA in one run":       sequence("ACGU", 1, 5000, "\n"),
		"DNA with unknown":     sequence("acgtn", 60, 80, "\n"),
		"data in base 32":      sequence("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 60, 72, "\n"),
		"data in base 64":      sequence("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 100, 76, "\n"),
		"data in one run":      sequence("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 1, 6000, ""),
		"drawing of grey":      often(40, "@@@%%%###***+++===---:::...   ...:::---===+++***###%%%@@@\n"),
		"drawing of lines":     often(60, "  /\\_/\\    ||  ||\n ( o.o )   ||  ||\n  > ^ <   (__)(__)\n"),
		"boxes":                often(60, "╔════╦════╗\n║    ║    ║\n╚════╩════╝\n"),
		"Japanese":             often(40, "本研究ではCNNとLSTMを用いたASRシステムをGPU上で評価した。HTTPとTCP/IPのRTTをSNMPで測定し、CSVとJSONに変換するAPIをAWSのEC2に構築した。"),
		"acronyms":             often(20, "GPU, CPU, HTTP, SNMP, XML, JSON, PDF, CSV, JPEG, MPEG, TLS, SSH, DNS, DHCP, FTP, SMTP, IMAP, LDAP, RTP, UDP\n"),
		"log of a firewall":    numbered(120, "kernel: [%d.12] DROP IN=eth0 OUT= SRC=10.0.3.7 DST=192.168.1.9 LEN=60 TTL=54 ID=%d DF PROTO=TCP SPT=3412 DPT=22 SYN URGP=0\n"),
		"hexadecimal dump":     numbered(150, "%08x: de ad be ef 00 1f %04x  |......|\n"),
		"hexadecimal letters":  sequence("0123456789abcdef", 600, 8, " "),
		"encoded data":         sequence("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 100, 64, "\n"),
		"table of numbers":     numbered(200, "%d 0.%d 1.5e-7 (12.3) NaN | -4\n"),
		"quotations of stocks": numbered(100, "XRX %d.%d USD NYSE\nKDP 7 USD NYSE\nQCOM 3 USD NSDQ\n"),
	} {
		if text.Garbled(s) {
			t.Errorf("%s is taken for garbled", what)
		}
	}
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
		{"exchanged letters without spaces", strings.ReplaceAll(exchanged(english, 3), " ", ""), true},
		{"exchanged letters in one run", strings.Map(lettersOnly, exchanged(english, 3)), true},
		{"exchanged capitals without spaces", strings.ToUpper(strings.ReplaceAll(exchanged(english, 7), " ", "")), true},
		{"exchanged letters, a space is a letter", strings.ReplaceAll(exchanged(english, 3), " ", "Q"), true},
		{"exchanged letters, a space and a line's end are letters", strings.NewReplacer(" ", "Q", "\n", "Q").Replace(exchanged(english, 10)), true},
		{"exchanged letters without spaces in lines of one length", lines(strings.Map(lettersOnly, exchanged(english, 3)), 60), true},
		{"exchanged letters and numbers without spaces", strings.ReplaceAll(exchanged(strings.ReplaceAll(english, "give", "in 1998 give"), 3), " ", ""), true},
		{"few exchanged letters", exchanged(english[:200], 3), false},
		{"private use", private(english), true},
		{"private use in a few words", private("All rights"), true},
		{"a page of private use in a document", english + private("Bullet") + english, false},
		{"control characters", strings.Repeat("\x01\x02\x03 \x04\x05 \x12\n", 50), true},
		{"lost characters", strings.Repeat("\ufffd\ufffd\ufffd \ufffd\n", 50), true},
		{"signs", strings.Repeat("!\"# $% &'() *+ /: ;<= >?@ [\\\n", 30), true},
		{"numbers of a font's glyphs", glyphNumbers(long("人人生而自由在尊严和权利上一律平等他们赋有理性和良心并应以兄弟关系的精神相对待")), true},
		{"Japanese with Greek letters and Hangul beside", long("すべての人間は α線 生まれながらにして自由であり β崩壊 한국어 Русский язык かつ尊厳と権利とについて平等である"), false},
		{"names of languages", long("Русский Ελληνικά العربية עברית हिन्दी ไทย 中文 日本語 한국어 ქართული Հայերեն"), false},
		{"Kazakh", long("Барлық адамдар тумысынан азат және қадір-қасиеті мен кұқықтары тең болып дүниеге келеді"), false},
		{"Russian in the code of Western Europe", long("Ìû ïîêàçûâàåì, ÷òî ýòà çàäà÷à îñòà¸òñÿ òðóäíîé äàæå òîãäà, êîãäà âåñü ãðàô"), true},
		{"letters of a font with numbers beyond ASCII", latinOne(english), true},
		{"accents that a font has apart", long("Nous montrons que le probl`eme est d´elicat mˆeme quand le graphe est d´ej`a connu `a l’avance du joueur."), false},
		{"Catalan", long("Tots els éssers humans neixen lliures i iguals en dignitat, i la col·laboració entre els il·lustres intel·lectuals és excel·lent."), false},
		{"formulas in a text", long("We show that f is injective: for x∈X and y∈Y, f(x)≠f(y) holds whenever x≠y, and the map f∘g of A×B to C is continuous at each point."), false},
		{"Hebrew in the code of a phonetic font", long("ʥʹʣʰ ʨʩʮʲ ʬʠʸʹʩ ʤʧʣʹʥʺ ʥʤʮʣʩʰʤ ʹʬʰʥ"), true},
	} {
		if got := text.Garbled(c.text); got != c.want {
			t.Errorf("%s: %t, want %t", c.what, got, c.want)
		}
	}
}
