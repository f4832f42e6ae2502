package classifier_test

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"strings"
	"testing"

	"sluice/learn/classifier"
	"sluice/text/vector"
)

// sealed returns a file with the right checksum, so that a test reaches what comes after it.
func sealed(b []byte) []byte {
	body := b[:max(len(b)-4, 0)]
	return binary.LittleEndian.AppendUint32(body[:len(body):len(body)], crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)))
}

func TestDamagedModelFiles(t *testing.T) {
	b, err := train(t, topics(5, 1), classifier.Options{}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	changed := func(at int, to byte) []byte {
		c := append([]byte(nil), b...)
		c[at] = to
		return c
	}
	for name, file := range map[string][]byte{
		"empty": nil, "a text": []byte("these are not the bytes of a model"), "truncated": b[:len(b)/2], "one byte less": b[:len(b)-1],
		"a changed byte": changed(len(b)/2, b[len(b)/2]+1), "truncated, with a checksum": sealed(b[:len(b)/2]), "longer, with a checksum": sealed(append(b[:len(b):len(b)], 0)),
		"unknown method": sealed(changed(8, 99)), "unknown rule": sealed(changed(9, 99)), "infinite idf": sealed(changed(17, 0x7f)),
	} {
		var m classifier.Model
		if err := m.UnmarshalBinary(file); !errors.Is(err, classifier.ErrDamaged) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	var m classifier.Model
	err = m.UnmarshalBinary(changed(7, 2))
	if err == nil || errors.Is(err, classifier.ErrDamaged) || !strings.Contains(err.Error(), "version 2, this program reads version 1: train the classifier again") {
		t.Errorf("another version: error %v", err)
	}
}

// The numbers of a file are tested one by one: each change must lead to an error or to a model that can be used.
func TestUnmarshalChangedNumbers(t *testing.T) {
	for _, a := range []vector.Analyzer{{}, classifier.Rich()} {
		b, err := train(t, topics(3, 1)[:6], classifier.Options{Analyzer: a}).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		for _, number := range []string{"\x00\x00\x80\x7f", "\x00\x00\x80\x6f", "\x00\x00\x80\x5d"} { // float32: infinite, 8e28, 1e18
			for at := 8; at+4 < len(b); at++ {
				c := append([]byte(nil), b...)
				copy(c[at:len(c)-4], number)
				var m classifier.Model
				if m.UnmarshalBinary(sealed(c)) == nil {
					checkProbabilities(t, &m)
				}
			}
		}
	}
}

// checkProbabilities checks that a model returns numbers from 0 to 1, one for each label.
func checkProbabilities(t *testing.T, m *classifier.Model) {
	t.Helper()
	p := m.Classify(vector.Field{Text: "the court and the oven"})
	if len(p) != len(m.Labels()) {
		t.Fatalf("%d probabilities of %d labels", len(p), len(m.Labels()))
	}
	for _, x := range p {
		if !(x >= 0 && x <= 1) {
			t.Fatalf("probabilities %v", p)
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	for _, o := range []classifier.Options{{}, {Method: classifier.NaiveBayes}, {Analyzer: vector.Analyzer{Words: 2, MinChars: 2, MaxChars: 3}}, {Analyzer: classifier.Rich()}} {
		b, err := train(f, topics(3, 1)[:6], o).MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var m classifier.Model
		if m.UnmarshalBinary(sealed(b)) != nil {
			return
		}
		checkProbabilities(t, &m)
		m.Explain(m.Labels()[0], 3, vector.Field{Text: "the court and the oven"})
		stored, err := m.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if err := new(classifier.Model).UnmarshalBinary(stored); err != nil {
			t.Fatalf("stored again: %v", err)
		}
	})
}
