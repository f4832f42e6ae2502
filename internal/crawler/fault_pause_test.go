//go:build unix

package crawler_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/crawler"
)

// paused is an archive whose writer is in the middle of a page when the process is stopped for a while.
type paused struct{ crawler.Archive }

func (p paused) Encode(ctx context.Context, x *archive.Exchange) (*archive.Encoded, error) {
	if strings.Contains(x.URL, "long") {
		goesOn := make(chan os.Signal, 1)
		signal.Notify(goesOn, syscall.SIGCONT)
		fmt.Println("reading")
		<-goesOn
		time.Sleep(250 * time.Millisecond) // the watch looks twice
	}
	return p.Archive.Encode(ctx, x)
}

// TestSuspendedProcessLosesNoPage stops a crawl, as Ctrl-Z does, for longer than a reader may take for a page.
func TestSuspendedProcessLosesNoPage(t *testing.T) {
	const inside = "SLUICE_TEST_PAUSED"
	if os.Getenv(inside) != "" {
		defer crawler.HurryWatchdog(100*time.Millisecond, time.Second)()
		w := newWeb(t, pages{"a.test/": html("A", "/long"), "a.test/long": html("Long")})
		o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Archive: paused{archive.NewMemory()}})
		if o.Stats.Errors != 0 || o.rows["http://a.test/long"].Title != "Long" {
			t.Errorf("%+v", o.rows["http://a.test/long"])
		}
		return
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.timeout=5m")
	cmd.Env = append(os.Environ(), inside+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		fmt.Fprintln(&said, lines.Text())
		if lines.Text() == "reading" {
			signalTo(t, cmd, syscall.SIGSTOP)
			time.Sleep(1500 * time.Millisecond)
			signalTo(t, cmd, syscall.SIGCONT)
		}
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(said.String(), "reading") {
		t.Errorf("%v\n%s", err, said.String())
	}
}

func signalTo(t *testing.T, cmd *exec.Cmd, s os.Signal) {
	t.Helper()
	if err := cmd.Process.Signal(s); err != nil {
		t.Error(err)
	}
}
