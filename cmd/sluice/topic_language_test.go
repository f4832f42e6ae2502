package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sluice/cmd/sluice/internal/example"
	"sluice/topic"
)

func TestExamplesTeachNoStopWordsOfTheirLanguage(t *testing.T) {
	var german []example.Text
	for i := range 5 {
		body := fmt.Sprintf("Die Geschichte der Philosophie und die Kunst der Logik. Der Mensch und die Welt sind der Gegenstand der Philosophie, "+
			"und die Frage nach dem Sein ist eine der ältesten. Auch die Ethik wird in der Schule gelehrt. Ausgabe %d.", i)
		german = append(german, example.Text{Name: fmt.Sprint(i), Fields: topic.Text("Philosophie", body)})
	}
	language := topic.LanguageOf(example.Fields(german))
	if language != "de" {
		t.Fatalf("language %q, want de", language)
	}
	d, err := learned("", nil, nil, german, nil, topic.Options{Language: language})
	if err != nil {
		t.Fatal(err)
	}
	if d.Language != "de" {
		t.Errorf("the topic has the language %q, want de", d.Language)
	}
	var words []string
	for _, term := range d.Classes[0].Terms {
		words = append(words, strings.Fields(term.Text)...)
	}
	if !slices.Contains(words, "philosophie") {
		t.Errorf("philosophie was not learned; %q were", words)
	}
	for _, stop := range []string{"der", "die", "und", "dem"} {
		if slices.Contains(words, stop) {
			t.Errorf("the stop word %s was learned", stop)
		}
	}
}
