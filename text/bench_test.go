package text_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"sluice/text"
)

// page is 10 KB of words of which a few are frequent.
var page = func() string {
	r := rand.New(rand.NewPCG(1, 1))
	z := rand.NewZipf(r, 1.1, 2, 5000)
	vocabulary := make([]string, 5001)
	for i := range vocabulary {
		b := make([]byte, 3+r.IntN(8))
		for k := range b {
			b[k] = byte('a' + r.IntN(26))
		}
		vocabulary[i] = string(b)
	}
	var b strings.Builder
	for b.Len() < 10_000 {
		w := vocabulary[z.Uint64()]
		if r.IntN(10) == 0 {
			w = strings.ToUpper(w[:1]) + w[1:] + "."
		}
		b.WriteString(w + " ")
	}
	return b.String()
}()

func BenchmarkWords(b *testing.B) {
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		for range text.Words(page) {
		}
	}
}

func BenchmarkStem(b *testing.B) {
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		for w := range text.Words(page) {
			text.Stem(w, "en")
		}
	}
}

func BenchmarkShingles(b *testing.B) {
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		text.Shingles(page, 3)
	}
}

func BenchmarkMinHash(b *testing.B) {
	set := text.Shingles(page, 3)
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		text.MinHash(set)
	}
}

func BenchmarkLanguage(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		text.Language(page)
	}
}

func BenchmarkNormalTitle(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		text.NormalTitle(`On-line Learning of $\alpha$-stable Öffnungen`)
	}
}
