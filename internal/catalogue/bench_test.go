package catalogue_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"sluice/internal/catalogue"
)

func BenchmarkCommit(b *testing.B) {
	for _, size := range []int{100, 500} {
		b.Run(fmt.Sprintf("group=%d", size), func(b *testing.B) {
			c, err := catalogue.Open(b.Context(), filepath.Join(b.TempDir(), "catalog.db"), catalogue.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer c.Close()
			serial, n := int64(0), 0
			cpu := cpuTime()
			for b.Loop() {
				serial++
				if err := c.Commit(b.Context(), newGroup(serial, n, size)); err != nil {
					b.Fatal(err)
				}
				n += size
			}
			b.ReportMetric(float64((cpuTime()-cpu).Microseconds())/float64(n), "cpu-µs/fetch")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n), "µs/fetch")
		})
	}
}
