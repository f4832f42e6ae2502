package phrases_test

import (
	"fmt"

	"sluice/internal/phrases"
)

func Example() {
	set := phrases.New([]string{"not found", "introuvable"}, []string{"log in"})
	fmt.Printf("%b\n", set.Find(phrases.Append(nil, "Page introuvable")))
	// Output: 1
}
