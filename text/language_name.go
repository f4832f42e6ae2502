package text

import (
	"sync"

	"github.com/abadojack/whatlanggo"
)

// LanguageName returns the English name of a language by its ISO 639-1 or 639-3 code, or the code itself if it is none that
// [Language] returns.
func LanguageName(code string) string {
	if name, ok := languageNames()[code]; ok {
		return name
	}
	return code
}

// languageNames returns the names of the languages that are recognised, by their codes.
var languageNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{"no": "Norwegian", "zh": "Chinese"}
	for language, name := range whatlanggo.Langs {
		for _, code := range []string{language.Iso6391(), language.Iso6393()} {
			if _, ok := names[code]; !ok && code != "" {
				names[code] = name
			}
		}
	}
	return names
})
