package text_test

import (
	"testing"

	"sluice/text"
)

func TestLanguageName(t *testing.T) {
	for code, want := range map[string]string{"de": "German", "en": "English", "zh": "Chinese", "no": "Norwegian", "ceb": "Cebuano", "xx": "xx", "": ""} {
		if got := text.LanguageName(code); got != want {
			t.Errorf("LanguageName(%q) = %q, want %q", code, got, want)
		}
	}
}
