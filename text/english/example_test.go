package english_test

import (
	"fmt"

	"sluice/text/english"
)

func Example() {
	for _, s := range []string{"The reading room is open on Sundays.", "Der Lesesaal ist sonntags geöffnet."} {
		fmt.Printf("%.2f %t\n", english.Share(s), english.Is(s))
	}
	// Output:
	// 1.00 true
	// 0.00 false
}
