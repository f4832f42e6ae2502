package page_test

import (
	"slices"
	"strings"
	"testing"

	"sluice/page"
)

// blocks returns the blocks of a page, with a # before those of headings.
func blocks(t *testing.T, html string) (all []string) {
	t.Helper()
	var parser page.Parser
	p := parser.Parse([]byte(html), page.Source{})
	defer p.Release()
	for _, b := range p.Blocks {
		s := p.Excerpt(b.Span)
		if b.Heading {
			s = "#" + s
		}
		all = append(all, s)
	}
	if got := strings.ReplaceAll(strings.Join(all, " "), "#", ""); got != string(p.Text) {
		t.Errorf("the blocks of %q are %q; want all of the text %q", html, got, p.Text)
	}
	return all
}

func TestBlocksAreWhatHasLinesOrCellsOfItsOwn(t *testing.T) {
	for _, c := range []struct {
		name, html string
		want       []string
	}{
		{"no text", "<p><ul><li></ul>", nil},
		{"text without elements", " one two ", []string{"one two"}},
		{"paragraphs without end tags", "<p>one<p>two <b>and</b> three", []string{"one", "two and three"}},
		{"inline elements", "<p>a<i>b</i> <a href=/>c</a><span>d</span></p>", []string{"ab cd"}},
		{"menu", "<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>The text", []string{"Home", "News", "The text"}},
		{"nested lists", "<ul><li>a<ul><li>b</li></ul>c</li></ul>", []string{"a", "b", "c"}},
		{"lines", "one<br>two<hr>three", []string{"one", "two", "three"}},
		{"cells", "<table><tr><td>1<td>2<tr><th>3</table>", []string{"1", "2", "3"}},
		{"headings", "<h1>A <b>b</b></h1>c<h2>d</h2><h3>e<p>f</p></h3>g", []string{"#A b", "c", "#d", "#e", "#f", "g"}},
		{"hidden elements", "<p>a<script>b</script><template>c</template>d", []string{"ad"}},
		{"form", "<form><select><option>x<option>y</select><button>go</button></form>", []string{"x", "y go"}},
	} {
		if got := blocks(t, c.html); !slices.Equal(got, c.want) {
			t.Errorf("%s: the blocks of %q are %q, want %q", c.name, c.html, got, c.want)
		}
	}
}

// TestHeadingTooDeepIsForgotten: what follows it is no heading.
func TestHeadingTooDeepIsForgotten(t *testing.T) {
	all := blocks(t, strings.Repeat("<div>", 600)+"<h1>deep</h1>"+strings.Repeat("</div>", 600)+"<p>shallow")
	if last := all[len(all)-1]; last != "shallow" {
		t.Errorf("the last block is %q", last)
	}
}
