package mediatype_test

import (
	"fmt"

	"sluice/document/mediatype"
)

func Example() {
	m, err := mediatype.Parse(`text/HTML; Charset="utf-8"`)
	fmt.Println(m.Essence(), m.Param("charset"), err)
	// Output: text/html utf-8 <nil>
}
