package phrases_test

import (
	"testing"

	"sluice/internal/phrases"
)

func TestFindReportsGroupsOfWholePhrases(t *testing.T) {
	set := phrases.New([]string{"not found", "找不到", "you're wrong", "Blocked"}, []string{"not allowed", "ไม่พบหน้า", "страница не найдена"})
	for text, want := range map[string]uint32{
		"":                                    0,
		"Page NOT  found!":                    1,
		"not founded":                         0,
		"cannot found":                        0,
		"This is not allowed, and not found.": 3,
		"not":                                 0,
		"抱歉，找不到页面":                            1,
		"You’re wrong":                        1,
		"blocked.":                            1,
		"ขออภัย ไม่พบหน้า ครับ":       2,
		"Ошибка: Страница не найдена": 2,
		"\xff\xfe not\x00found":       1,
	} {
		if got := set.Find(phrases.Append(nil, text)); got != want {
			t.Errorf("Find(%q) = %b, want %b", text, got, want)
		}
		if got := set.Find(phrases.Append(nil, []byte(text))); got != want {
			t.Errorf("Find of the bytes of %q = %b, want %b", text, got, want)
		}
	}
}

func TestAppendSeparatesTexts(t *testing.T) {
	b := phrases.Append(nil, "Page not")
	b = phrases.Append(b, "found. ")
	if got := string(b); got != "page not found" {
		t.Errorf("Append twice = %q", got)
	}
}
