package chart_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"sluice/internal/chart"
)

var update = flag.Bool("update", false, "update the golden files")

// chartOf is what all charts have in common.
type chartOf interface{ SVG() string }

// examples are the charts of the golden files.
func examples() map[string]chartOf {
	figure := func(id string) chart.Figure {
		return chart.Figure{ID: id, Title: "Title of " + id, Description: "A description.", Standalone: true}
	}
	at := func(day int) float64 { return float64(time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC).Unix()) }
	rates := func(scale float64) []chart.Point {
		var points []chart.Point
		for i := range 40 {
			y := scale * (1 - math.Exp(-float64(i)/10))
			points = append(points, chart.Point{X: float64(i * 250), Y: y, Low: y * 0.9, High: y * 1.1})
		}
		return points
	}
	return map[string]chartOf{
		"bars": &chart.Bars{Figure: figure("bars"), Rows: []chart.Row{
			{"paper", []float64{1234}}, {"technical report", []float64{310}}, {"thesis", []float64{3}}, {"a very long name of a genre that nobody has ever used before", []float64{0}}}},
		"bars-stacked": &chart.Bars{Figure: figure("stacked"), Series: []string{"accepted", "not accepted"}, Rows: []chart.Row{
			{"paper", []float64{120, 3}}, {"slides", []float64{0, 44}}, {"thesis", []float64{12, 1}}}},
		"bars-negative": &chart.Bars{Figure: figure("negative"), Rows: []chart.Row{{"gone", []float64{-30}}, {"new", []float64{50}}, {"same", []float64{0}}}},
		"bars-empty":    &chart.Bars{Figure: figure("empty")},
		"columns": &chart.Columns{Figure: figure("years"), Unit: "documents", Rows: func() (rows []chart.Row) {
			for y := 1990; y < 2026; y++ {
				rows = append(rows, chart.Row{Label: fmt.Sprint(y), Values: []float64{float64((y * 7919) % 41)}})
			}
			return rows
		}()},
		"columns-few": &chart.Columns{Figure: figure("few"), Series: []string{"a", "b"}, Rows: []chart.Row{{"x", []float64{1, 2}}, {"y", []float64{3, 0}}}},
		"lines-time": &chart.Lines{Figure: figure("growth"), X: chart.Axis{Time: true}, Y: chart.Axis{Label: "documents"}, Step: true, Area: true,
			Series: []chart.Series{{Name: "accepted", Points: []chart.Point{{X: at(1), Y: 10}, {X: at(8), Y: 60}, {X: at(20), Y: 166}}}}},
		"lines-single": &chart.Lines{Figure: figure("single"), X: chart.Axis{Time: true}, Series: []chart.Series{{Name: "accepted", Points: []chart.Point{{X: at(1), Y: 10}}}}},
		"lines-bands": &chart.Lines{Figure: figure("bands"), X: chart.Axis{Label: "pages fetched"}, Y: chart.Axis{Label: "harvest rate"},
			Series: []chart.Series{{Name: "adaptive", Points: rates(0.6), Band: true}, {Name: "breadth-first", Points: rates(0.31), Band: true}, {Name: "random", Points: rates(0.3)}}},
		"lines-empty": &chart.Lines{Figure: figure("none"), Series: []chart.Series{{Name: "x", Points: []chart.Point{{X: math.NaN(), Y: math.Inf(1)}}}}},
	}
}

func TestChartsMatchTheGoldenFiles(t *testing.T) {
	for name, c := range examples() {
		got := c.SVG()
		file := filepath.Join("testdata", name+".svg")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), got); d != "" {
			t.Errorf("%s (-want +got):\n%s", file, d)
		}
	}
}

func TestChartOfWidth(t *testing.T) {
	for _, test := range []struct{ width, want int }{{0, 560}, {340, 340}, {10, 240}, {-5, 240}} {
		b := chart.Bars{Figure: chart.Figure{Width: test.width}, Rows: []chart.Row{{"a", []float64{1}}}}
		if want := fmt.Sprintf(`viewBox="0 0 %d `, test.want); !strings.Contains(b.SVG(), want) {
			t.Errorf("a chart of width %d lacks %s", test.width, want)
		}
	}
}

func TestLegendTakesThePlaceOfNamesAtTheEnds(t *testing.T) {
	points := []chart.Point{{X: 0, Y: 0}, {X: 1, Y: 1}}
	lines := chart.Lines{Series: []chart.Series{{Name: "one", Points: points}, {Name: "two", Points: points}}}
	atEnds := strings.Count(lines.SVG(), `class="line l2"`)
	lines.Legend = true
	if n := strings.Count(lines.SVG(), `class="line l2"`); atEnds != 1 || n != 2 {
		t.Errorf("%d strokes of the second line without a legend, %d with one; want 1 and 2", atEnds, n)
	}
}

func TestNumberIsReadable(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 7: "7", 1234: "1,234", -1234567: "-1,234,567", 0.25: "0.25", 12.5: "12.5", 1e7: "10 M", 2.5e9: "2.5 G", 3e12: "3 T", 1e15: "1e+15",
		0.00001: "1e-05", math.Copysign(0, -1): "0",
	} {
		if got := chart.Number(v); got != want {
			t.Errorf("Number(%v) = %q, want %q", v, got, want)
		}
	}
}

func TestShortenKeepsBothEnds(t *testing.T) {
	got := chart.Shorten("people.department-of-computer-science.university.example", 200)
	if !strings.HasPrefix(got, "people.") || !strings.HasSuffix(got, ".example") || !strings.Contains(got, "…") || chart.TextWidth(got) > 200 {
		t.Errorf("Shorten = %q", got)
	}
	if got := chart.Shorten("short", 200); got != "short" {
		t.Errorf("Shorten(short) = %q", got)
	}
}

func TestTimeTicksAreRound(t *testing.T) {
	start := time.Date(2026, 11, 22, 17, 58, 3, 0, time.UTC)
	for _, test := range []struct {
		span        time.Duration
		first, last string
	}{
		{30 * time.Second, "17:58:05", "17:58:30"},
		{31 * time.Minute, "18:00", "18:25"},
		{20 * time.Hour, "22 Nov 18:00", "23 Nov 12:00"},
		{20 * 24 * time.Hour, "23 Nov", "7 Dec"},
		{400 * 24 * time.Hour, "Jan 2027", "Oct 2027"},
		{40 * 365 * 24 * time.Hour, "2030", "2065"},
	} {
		ticks, labels := chart.TimeTicks(float64(start.Unix()), float64(start.Add(test.span).Unix()), 500)
		if len(ticks) < 2 || labels[0] != test.first || labels[len(labels)-1] != test.last {
			t.Errorf("ticks over %v: %q, want %s to %s", test.span, labels, test.first, test.last)
		}
	}
}

func TestLineOfManyPointsStaysSmall(t *testing.T) {
	points := make([]chart.Point, 100_000)
	for i := range points {
		points[i] = chart.Point{X: float64(i), Y: float64(i % 7), Low: 0, High: 7}
	}
	points[54_321].Y = 1000 // what stands out remains
	svg := (&chart.Lines{Series: []chart.Series{{Name: "many", Points: points, Band: true}}}).SVG()
	if len(svg) > 200_000 || !strings.Contains(svg, ">1,000<") {
		t.Errorf("%d bytes, or the highest point is missing", len(svg))
	}
}
