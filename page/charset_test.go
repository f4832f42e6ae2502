package page_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"

	"sluice/page"
	"sluice/page/internal/charset"
)

func TestDecode(t *testing.T) {
	utf16le := func(s string) string {
		var b strings.Builder
		for _, u := range utf16.Encode([]rune(s)) {
			b.WriteByte(byte(u))
			b.WriteByte(byte(u >> 8))
		}
		return b.String()
	}
	encoded := func(s string, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	const (
		russian   = "Научная библиотека университета хранит диссертации и отчёты за много лет, и каждый может читать их без платы."
		library   = "図書館では、論文や報告書を集めて、だれでも読めるようにしています。これは大切な仕事です。"
		libraryKR = "대학 도서관은 논문과 보고서를 모아서 누구나 읽을 수 있게 합니다. 이것은 중요한 일입니다."
		chinese   = "大学图书馆收集论文和报告，让每个人都可以阅读。这是一项重要的工作，我们已经做了很多年。"
		czech     = "Příliš žluťoučký kůň úpěl ďábelské ódy, a univerzitní knihovna v Brně sbírá závěrečné práce všech studentů již řadu let."
		german    = "Die Universitätsbibliothek sammelt für alle Fächer Bücher, Aufsätze und Abschlussarbeiten, die man dort über das Netz lesen kann."
	)
	mac := encoded(charmap.MacintoshCyrillic.NewEncoder().String(strings.Repeat(russian+" Библиотека. ", 3)))
	tests := []struct{ name, body, contentType, charset, from, text string }{
		{"ASCII", "abc", "text/html", "utf-8", "default", "abc"},
		{"valid UTF-8", "ä", "", "utf-8", "content", "ä"},
		{"UTF-8 cut within a character", "ää\xc3", "", "utf-8", "content", "ää\uFFFD"},
		{"mark before header", "\xEF\xBB\xBFä", "text/html; charset=windows-1252", "utf-8", "bom", "ä"},
		{"UTF-16 mark", "\xFF\xFE" + utf16le("hä"), "", "utf-16le", "bom", "hä"},
		{"UTF-16 without mark", utf16le("<p>hello"), "", "utf-16le", "content", "<p>hello"},
		{"UTF-16 named by the header in the wrong order", utf16le("<p>hello"), "text/html; charset=utf-16be", "utf-16le", "http", "<p>hello"},
		{"header before meta", "<meta charset=utf-8>\xe4", "text/html; charset=ISO-8859-2", "iso-8859-2", "http", "<meta charset=utf-8>ä"},
		{"unknown header, then meta", "<meta charset=latin1>\xe4", "text/html; charset=none", "windows-1252", "meta", "<meta charset=latin1>ä"},
		{"UTF-7 never", "+AGE-", "text/html; charset=utf-7", "utf-8", "default", "+AGE-"},
		{"meta pragma", "<META content='text/html; charset=koi8-r' http-equiv=content-type>\xc1", "", "koi8-r", "meta", "<META content='text/html; charset=koi8-r' http-equiv=content-type>а"},
		{"meta in a comment", "<!-- <meta charset=koi8-r> -->", "", "utf-8", "default", "<!-- <meta charset=koi8-r> -->"},
		{"meta after 1,024 bytes", strings.Repeat(" ", 5000) + "<meta charset=koi8-r>\xc1", "", "koi8-r", "meta", strings.Repeat(" ", 5000) + "<meta charset=koi8-r>а"},
		{"two metas", "<meta charset=bogus><meta charset=koi8-r><meta charset=utf-8>\xc1", "", "koi8-r", "meta", "<meta charset=bogus><meta charset=koi8-r><meta charset=utf-8>а"},
		{"meta says UTF-16, which it cannot be", "<meta charset=utf-16>ä", "", "utf-8", "meta", "<meta charset=utf-16>ä"},
		{"XML declaration", "<?xml version='1.0' encoding='iso-8859-5'?>\xd0", "", "iso-8859-5", "meta", "<?xml version='1.0' encoding='iso-8859-5'?>а"},
		{"invalid UTF-8 loses no tag", "<p\xc3>\xf0<b>\xff</b>", "text/html; charset=utf-8", "utf-8", "http", "<p\uFFFD>\uFFFD<b>\uFFFD</b>"},
		{"invalid Shift_JIS loses no tag", "\x81<p>\xfd", "text/html; charset=sjis", "shift_jis", "http", "\uFFFD<p>\uFFFD"},
		{"a quotation mark in English", "<p>It\x92s here to be read by all", "", "windows-1252", "content", "<p>It’s here to be read by all"},
		{"German", encoded(charmap.Windows1252.NewEncoder().String(german)), "", "windows-1252", "content", german},
		{"Czech", encoded(charmap.ISO8859_2.NewEncoder().String(czech)), "", "iso-8859-2", "content", czech},
		{"Russian of Unix", encoded(charmap.KOI8R.NewEncoder().String(russian)), "", "koi8-r", "content", russian},
		{"Russian of DOS", encoded(charmap.CodePage866.NewEncoder().String(russian)), "", "ibm866", "content", russian},
		{"Russian of Windows", encoded(charmap.Windows1251.NewEncoder().String(russian)), "", "windows-1251", "content", russian},
		{"Russian of the Macintosh", mac, "", "x-mac-cyrillic", "content", strings.Repeat(russian+" Библиотека. ", 3)},
		{"Japanese", encoded(japanese.ShiftJIS.NewEncoder().String(library)), "", "shift_jis", "content", library},
		{"Japanese of Unix", encoded(japanese.EUCJP.NewEncoder().String(library)), "", "euc-jp", "content", library},
		{"Japanese of mail", encoded(japanese.ISO2022JP.NewEncoder().String(library)), "", "iso-2022-jp", "content", library},
		{"Korean", encoded(korean.EUCKR.NewEncoder().String(libraryKR)), "", "euc-kr", "content", libraryKR},
		{"Chinese", encoded(simplifiedchinese.GBK.NewEncoder().String(chinese)), "", "gb18030", "content", chinese},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text, charset, from := page.Decode([]byte(test.body), test.contentType)
			if string(text) != test.text || charset != test.charset || from != test.from {
				t.Errorf("Decode(%q, %q) = %q, %s from %s\nwant %q, %s from %s", test.body, test.contentType, text, charset, from, test.text, test.charset, test.from)
			}
		})
	}
}

func TestDecodeLeavesUTF8WhereItIs(t *testing.T) {
	body := []byte("größer")
	text, _, _ := page.Decode(body, "text/html; charset=utf-8")
	if &text[0] != &body[0] {
		t.Error("the body was copied")
	}
}

func TestCharsetName(t *testing.T) {
	for label, want := range map[string]string{" Latin1\n": "windows-1252", "UTF8": "utf-8", "x-sjis": "shift_jis", "hz-gb-2312": "replacement",
		"utf-7": "", "none": "", "": "", "IBM855": "ibm855", "MacCyrillic": "x-mac-cyrillic", "utf-32": "utf-32"} {
		if got := charset.Name(label); got != want {
			t.Errorf("CharsetName(%q) = %q, want %q", label, got, want)
		}
	}
}
