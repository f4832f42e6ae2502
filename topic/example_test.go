package topic_test

import (
	"fmt"

	"sluice/text/vector"
	"sluice/topic"
)

// A few words are a topic. A text that has most of them, some of them often, is relevant.
func Example() {
	d, err := topic.FromWords("neural networks, machine learning")
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := topic.New(d, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, title := range []string{"Neural networks for machine learning", "Networks of roads"} {
		fmt.Printf("%.1f %s\n", t.Relevance(topic.Text(title, title+" and their use.")...), title)
	}
	// Output:
	// 0.9 Neural networks for machine learning
	// 0.0 Networks of roads
}

// Texts about a topic teach its words. The class can be written to a file, for a person to correct.
func ExampleLearn() {
	texts := []string{
		"The crawler keeps a frontier of URLs.",
		"A frontier orders the URLs of a crawler.",
		"Crawlers take URLs from the frontier.",
	}
	var good [][]vector.Field
	for _, s := range texts {
		good = append(good, topic.Text("", s))
	}
	class, err := topic.Learn("crawling", "web crawler", good, nil, topic.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range class.Terms[:3] {
		fmt.Println(t.Text)
	}
	// Output:
	// web crawler
	// crawler
	// frontier
}
