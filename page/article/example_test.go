package article_test

import (
	"fmt"
	"strings"

	"sluice/page/article"
)

func Example() {
	menu := `<ul class="menu"><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li></ul>`
	body := "<h1>Maps</h1>" + strings.Repeat("<p>The library holds early maps, drawn by hand, and lends none of them.</p>", 10)
	text, ok := article.Text([]byte(menu+"<article>"+body+"</article>"), "text/html; charset=utf-8")
	fmt.Println(ok, strings.Contains(text, "early maps"), strings.Contains(text, "Shop"))
	// Output: true true false
}
