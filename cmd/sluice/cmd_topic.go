package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"sluice/cmd/sluice/internal/example"
	"sluice/cmd/sluice/internal/outfile"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/shell"
	"sluice/topic"
)

// topicCmd groups the commands for topics.
type topicCmd struct {
	Suggest topicSuggestCmd `cmd:"" help:"Expand words, or learn from examples, and write the file of a topic."`
	Place   topicPlaceCmd   `cmd:"" help:"Classify examples into a taxonomy, and edit it: move examples, add classes, mark the good ones."`
	Use     topicUseCmd     `cmd:"" help:"Make a topic that of a library, and judge all its pages and documents by it."`

	Keywords topicKeywordsCmd `cmd:"" help:"Learn the keywords of the subject of a library, by which sluice plan judges new sites."`
}

// Help returns the long text of 'sluice topic'.
func (topicCmd) Help() string {
	return `A topic says how relevant pages and documents are, from 0 to 1. It is one of:

` + "`words`: Such as 'machine learning lecture notes'. Commas separate alternatives: 'neural networks, deep learning'.\n\n" +
		"`examples`: URLs, files, or the bookmarks of a browser, of what is wanted and what is not.\n\n" +
		"`a taxonomy`: Classes with words, of which some are marked as good.\n\n" +
		"`a classifier`: A model that `sluice train classifier` has made, with its good classes.\n" + `
All of them are a file in YAML, which these commands write and you may edit:

    version: 1
    name: machine learning
    threshold: 0.5                     # relevant from here on
    language: en                       # of the words and terms: their stems and stop words
    classes:
      - name: machine learning
        good: true                     # it belongs to the topic, with all classes named 'machine learning/...'
        words: machine learning, neural networks
        half: 1.8                      # the score at which a text has the relevance 0.5
        terms:                         # weights; without any, the words are used
          machine learning: 1
          classifier: 0.42
        examples:                      # URLs, and files relative to the folder of this file
          - http://www.example.org/ml.html
          - examples/ml.pdf

With a classifier, in place of classes:

    model: web.model                   # relative to the folder of this file
    good: [science, education]         # its good classes

The score of a class is the sum of the weights of the terms that a text has, each as far as it is frequent; those in title and
headings count more. A text whose score is the half has the relevance 0.5, at half of that 0.11, at twice that 0.89. Other classes take
relevance away if they fit better. What a site repeats on its pages, its menus, does not count, as soon as that is known. Text in other languages or scripts than the terms has the relevance 0.

If no language is given, words are in the language of which they have two or more stop words ('histoire de la philosophie'), if English has fewer of
these; else, and if any class has terms, in English. A crawl
or ` + "`sluice topic suggest`" + ` that expands words by the first relevant pages takes the language of most of these pages.

General categories, such as those of a web directory, do not come with Sluice, because a model for them is only as good as its examples: train one on
examples of yours with ` + "`sluice train classifier`" + `, and name it in a file as above.

EXAMPLES

    sluice topic suggest 'focused crawling' -d papers -o topic.yaml
    sluice topic use topic.yaml -d papers
    sluice crawl -d papers --topic topic.yaml https://www.example.org/`
}

// topicSuggestCmd writes the file of a topic, for its user to correct.
type topicSuggestCmd struct {
	folder
	Words    []string `arg:"" optional:"" help:"What the topic is about."`
	Good     []string `sep:"none" placeholder:"EXAMPLE" help:"A URL or file that is about the topic, or a file of bookmarks; those in folders named bad are not about it. Can be repeated."`
	Bad      []string `sep:"none" placeholder:"EXAMPLE" help:"A URL or file that is not about the topic, or a file of bookmarks. Can be repeated."`
	Language string   `placeholder:"CODE" help:"The language of the words and examples, such as fr. Without it: that of most of the texts that teach terms, else that of the stop words among the words, else English."`
	Texts    int      `default:"10" placeholder:"N" help:"Learn from the first N pages and documents of the library that a search for the words finds."`
	Terms    int      `default:"30" placeholder:"N" help:"Learn N terms at most."`
	Output   string   `short:"o" default:"topic.yaml" placeholder:"FILE" help:"Write the topic to FILE."`
	Force    bool     `help:"Replace FILE if it exists."`
}

// Help returns the long text of the command.
func (topicSuggestCmd) Help() string {
	return `Shows which terms describe a topic, with their weights and the texts that have them, and writes them to a file. Correct the file: delete
wrong terms, add others, change weights. Then give it to ` + "`sluice crawl --topic FILE` or `sluice topic use FILE`" + `.

With words, the library is searched for them, and its first pages and documents teach further terms: those that they share and other
pages of the library lack. Where the library has nothing, the words alone are the topic. With examples, these teach the terms; give five or
more. The language of the topic is that of most of these texts, unless --language says another; its stop words teach nothing. A URL that the library does not have is fetched once,
with the settings of the library.

EXAMPLES

    sluice topic suggest 'focused crawling, web crawlers' -d papers
    sluice topic suggest --good bookmarks.html -o topic.yaml
    sluice topic suggest 'crawling' --good http://www.example.org/crawler.html --bad http://www.example.org/spiders.html`
}

// Run learns, writes the file, and shows what it has.
func (cmd *topicSuggestCmd) Run(ctx context.Context, c *console) error {
	words := strings.Join(cmd.Words, " ")
	if words == "" && len(cmd.Good) == 0 {
		return usagef("nothing to learn from: write words, or name examples with --good")
	}
	if cmd.Texts < 0 || cmd.Texts > 1000 || cmd.Terms < 0 || cmd.Terms > 1000 {
		return usagef("--texts and --terms must be 0 to 1000")
	}
	if err := cmd.checkOutput(); err != nil {
		return err
	}
	asked, err := cmd.asked()
	if err != nil {
		return usageError{err}
	}
	good, bad, err := examplesOf(cmd.Good, cmd.Bad)
	if err != nil {
		return err
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	s, err := c.openSource(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer s.Close()
	goods, err := s.Read(ctx, good)
	if err != nil {
		return err
	}
	if words != "" && len(good) == 0 {
		if goods, err = s.Search(ctx, asked, cmd.Texts); err != nil {
			return err
		}
	}
	bads, err := s.Read(ctx, bad)
	if err != nil {
		return err
	}
	language := cmp.Or(asked.Language, topic.LanguageOf(example.Fields(goods)), asked.WordsLanguage())
	background, err := s.Background(ctx, language)
	if err != nil {
		return err
	}
	d, err := learned(words, good, bad, goods, bads, topic.Options{Language: language, Terms: cmd.Terms, Background: background})
	if err != nil {
		return usageError{err}
	}
	if err := c.writeTopic(ctx, cmd.Output, d); err != nil {
		return err
	}
	return cmd.show(c, &d, goods)
}

// asked returns the topic of the words alone; without words, only its language.
func (cmd *topicSuggestCmd) asked() (d topic.Definition, err error) {
	if cmd.Language != "" && !topic.IsLanguage(cmd.Language) {
		return d, fmt.Errorf("--language %q: write a code of two letters, such as en", cmd.Language)
	}
	if len(cmd.Words) == 0 {
		return topic.Definition{Language: cmd.Language}, nil
	}
	if d, err = topic.FromWords(strings.Join(cmd.Words, " ")); err != nil {
		return d, err
	}
	d.Language = cmd.Language
	return d, d.Validate() // they may be stop words in this language
}

// checkOutput refuses to replace a file that a person may have edited.
func (cmd *topicSuggestCmd) checkOutput() error {
	if _, err := os.Stat(cmd.Output); err == nil && !cmd.Force {
		return usagef("%s exists; write another file with -o, or replace it with --force", cmd.Output)
	}
	return nil
}

// learned returns the topic of words and examples. Bad examples are a class of their own besides.
func learned(words string, good, bad []string, goods, bads []example.Text, o topic.Options) (topic.Definition, error) {
	name := words
	if name == "" {
		name = "like the examples"
	}
	class, err := topic.Learn(name, words, example.Fields(goods), example.Fields(bads), o)
	if err != nil {
		return topic.Definition{}, err
	}
	class.Good, class.Examples = true, good
	d := topic.Definition{Name: name, Language: o.Language, Classes: []topic.Class{class}}
	if len(bads) > 0 {
		other, err := topic.Learn("other", "", example.Fields(bads), example.Fields(goods), o)
		if err == nil { // else the bad examples have nothing in common, and only take weight from the good terms
			other.Examples = bad
			d.Classes = append(d.Classes, other)
		}
	}
	return d, d.Validate()
}

// writeTopic writes a topic to a file, with examples relative to its folder.
func (c *console) writeTopic(ctx context.Context, name string, d topic.Definition) error {
	d, err := withExamples(d, func(e string) (string, error) { return exampleFor(filepath.Dir(name), e) })
	if err != nil {
		return err
	}
	return outfile.Write(ctx, name, func(w io.Writer) error {
		_, err := w.Write(d.Marshal())
		return err
	})
}

// show shows the terms of the first class of a topic, and how many of the texts that taught it have each.
func (cmd *topicSuggestCmd) show(c *console, d *topic.Definition, texts []example.Text) error {
	if len(texts) > 0 {
		table := screen.Table{Columns: []screen.Column{{Title: "learned from", Shrink: true}}, Width: screen.TerminalWidth(c.out, 0)}
		for _, e := range texts {
			table.Rows = append(table.Rows, []string{e.Name})
		}
		if err := table.Write(c.out); err != nil {
			return err
		}
		fmt.Fprintln(c.out)
	}
	table := screen.Table{Columns: []screen.Column{{Title: "term", Shrink: true}, {Title: "weight", Right: true}, {Title: "texts", Right: true}}, Width: screen.TerminalWidth(c.out, 0)}
	one := topic.Definition{Name: "x", Language: d.Language, Classes: []topic.Class{{Name: "x", Good: true}}}
	for _, t := range d.Classes[0].Terms {
		one.Classes[0].Terms = []topic.Term{t}
		judge, err := topic.New(one, nil)
		if err != nil {
			return err
		}
		n := 0
		for _, e := range texts {
			if judge.Relevance(e.Fields...) > 0 {
				n++
			}
		}
		table.Rows = append(table.Rows, []string{t.Text, strconv.FormatFloat(t.Weight, 'f', 2, 64), strconv.Itoa(n)})
	}
	if err := table.Write(c.out); err != nil {
		return err
	}
	if len(texts) == 0 {
		fmt.Fprintln(c.notes, "No text taught further terms: crawl some pages about it, or name examples with --good.")
	}
	fmt.Fprintf(c.notes, "Written to %s. Correct it, then use it: `sluice crawl%s --topic %[1]s` or `sluice topic use%[2]s %[1]s`.\n", shell.Quote(cmd.Output), cmd.flag())
	return nil
}

// topicUseCmd makes a topic that of a library.
type topicUseCmd struct {
	folder
	Topic string `arg:"" optional:"" name:"file|words" help:"The file of a topic, or words. Without it, the topic that the library has."`
	None  bool   `help:"Remove the topic, and the relevance of all pages and documents."`
}

// Help returns the long text of the command.
func (topicUseCmd) Help() string {
	return `Makes a topic that of the library, and judges all of its pages and documents by it, from the archive: lists and the report
have their relevance at once, and later crawls, ` + "`sluice add` and `sluice rebuild`" + ` judge by it. If it is interrupted, call it again. Which pages are
searchable does not change.

Without an argument it judges by the topic that the library has, for example after you have edited models/topic.yaml.

EXAMPLES

    sluice topic use topic.yaml -d papers
    sluice topic use 'focused crawling' -d papers
    sluice topic use --none -d papers`
}

// Run judges the library.
func (cmd *topicUseCmd) Run(ctx context.Context, c *console) (err error) {
	if cmd.None && cmd.Topic != "" {
		return usagef("--none and a topic exclude each other")
	}
	dir := cmd.path(ctx)
	var t *topic.Topic
	switch {
	case cmd.None:
	case cmd.Topic != "":
		t, err = topicOf(cmd.Topic)
	default:
		if t, err = topicIn(filepath.Join(dir, "models", "topic.yaml")); errors.Is(err, fs.ErrNotExist) {
			err = usagef("the library %s has no topic; name a file or words", shell.Quote(dir))
		}
	}
	if err != nil {
		return err
	}
	lib, err := open(ctx, dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	ctx, stop := untilSignal(ctx)
	defer stop()
	pages, documents, err := lib.SetTopic(ctx, t, nil)
	switch {
	case isInterrupted(ctx, err):
		fmt.Fprintln(c.notes, "Stopped. The same command judges everything.")
		return errStopped
	case err != nil:
		return err
	case t == nil:
		fmt.Fprintln(c.notes, "The library has no topic any more.")
		return nil
	}
	fmt.Fprintf(c.notes, "%s and %s judged. See `sluice pages -d %s --sort -relevance`.\n", screen.Counted(int64(pages), "page"), screen.Counted(int64(documents), "document"), shell.Quote(dir))
	return nil
}
