package trap_test

import (
	"fmt"

	"sluice/weburl"
	"sluice/weburl/trap"
)

func Example() {
	page, _ := weburl.Parse("http://www.example.org/calendar?year=2026")
	link, _ := weburl.Parse("http://www.example.org/calendar?year=2084")
	fmt.Println(trap.Rules{Year: 2026}.Check(link, page, "?year=2084"))
	// Output: trap: calendar
}
