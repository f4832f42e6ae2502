package crawl

import (
	"testing"
	"time"

	"sluice/internal/fetch"
)

// BenchmarkMeters is what the measuring of one visit costs.
func BenchmarkMeters(b *testing.B) {
	b.ReportAllocs()
	var m meters
	now := time.Now()
	resp := &fetch.Response{Start: now, FirstByte: now.Add(time.Millisecond), End: now.Add(2 * time.Millisecond)}
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			v := &visit{since: time.Now(), resp: resp}
			m.pass(v, stageRobots)
			m.answered(v)
			m.pass(v, stageQueued)
			m.pass(v, stageRead)
			m.pass(v, stageEncode)
			m.pass(v, stageCommit)
		}
	})
}
