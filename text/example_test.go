package text_test

import (
	"fmt"
	"slices"

	"sluice/text"
)

func Example() {
	for w := range text.Words("The crawler's Networks aren't eﬃcient.") {
		if !text.Stop(w, "en") {
			fmt.Println(w, text.Stem(w, "en"))
		}
	}
	// Output:
	// crawler's crawler
	// networks network
	// efficient effici
}

func ExampleLanguage() {
	language, _ := text.Language("Wir zeigen, dass das Problem auch dann schwer ist, wenn man den Graphen schon kennt.")
	fmt.Println(language)
	// Output: de
}

func ExampleJaccard3() {
	fmt.Println(text.Jaccard3("a focused crawler learns", "A focused crawler learns!"), text.Jaccard3("a focused crawler learns", "a focused crawler sleeps"))
	// Output: 1 0.3333333333333333
}

func ExampleNormalTitle() {
	fmt.Println(text.NormalTitle(`On-line Learning of {$\alpha$}-Stable Laws`) == text.NormalTitle("Online learning of α-stable laws"))
	// Output: true
}

func ExampleNormalName() {
	fmt.Println(text.NormalName("Knuth, D. E."), "=", text.NormalName("Donald E. Knuth"))
	// Output: knuth de = knuth de
}

func ExamplePrint_Like() {
	body := "We show that a crawler which learns from what it has seen finds more papers in less time."
	preprint := text.NewPrint("Crawlers that learn", []string{"Ada Lovelace"}, body)
	final := text.NewPrint("Crawlers That Learn", []string{"Lovelace, A."}, body+" This is the final version.")
	fmt.Println(preprint.Like(&final) >= text.Versions)
	// Output: true
}

func ExampleSignature_Bands() {
	a, b := text.MinHash(text.Shingles("one two three four five six", 3)), text.MinHash(text.Shingles("One, two, three, four, five, six.", 3))
	shared := slices.ContainsFunc(a.Bands(32), func(key uint64) bool { return slices.Contains(b.Bands(32), key) })
	fmt.Println(a.Like(&b), shared)
	// Output: 1 true
}

func ExampleBoilerplate() {
	var site text.Boilerplate
	pages := make([]text.Blocks, 6)
	for i := range pages {
		pages[i].Add("Home | Research | Teaching", false)
		pages[i].Add(fmt.Sprint("Chapter ", i+1), true)
		pages[i].Add(fmt.Sprint("The text of page ", i+1), false)
		site.Add(text.SampleKey(fmt.Sprint("http://a.example/", i)), pages[i].Set())
	}
	fmt.Println(pages[0].Text(site.Repeated()))
	// Output:
	// Chapter 1
	// The text of page 1
}
