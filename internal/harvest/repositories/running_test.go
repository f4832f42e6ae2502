//go:build engines

package repositories_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"testing"
	"time"

	"sluice/document/bibliography"
	"sluice/internal/clock"
	"sluice/internal/fetch"
	"sluice/internal/harvest/repositories"
	"sluice/internal/harvest/source"
)

// startProvider starts the OAI-PMH provider of Catmandu (Debian: libdancer-plugin-catmandu-oai-perl) with 250 records, of which every tenth is deleted, and
// returns its address.
func startProvider(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	cmd := exec.Command("perl", "provider.pl")
	cmd.Dir, cmd.Env, cmd.Stderr = "testdata", append(os.Environ(), "PORT="+strconv.Itoa(port)), os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	address := fmt.Sprintf("http://127.0.0.1:%d/oai", port)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		resp, err := http.Get(address + "?verb=Identify")
		if err == nil {
			line, _ := bufio.NewReader(resp.Body).ReadString('\n') // empty on a fault, which the test finds
			resp.Body.Close()
			t.Logf("the provider answers: %s", line)
			return address
		}
		if time.Now().After(deadline) {
			t.Fatalf("the provider does not start: %v", err)
		}
	}
}

// TestRunningProvider reads a provider that others wrote: its pages, sets, dates, deleted records and errors.
func TestRunningProvider(t *testing.T) {
	address := startProvider(t)
	for _, test := range []struct {
		set, from, until string
		want             repositories.Result
	}{
		{want: repositories.Result{Status: source.Success, Records: 225, Deleted: 25, Pages: 7}},
		{set: "odd", want: repositories.Result{Status: source.Success, Records: 125, Pages: 4}},
		{set: "even", from: "2020-06-01", until: "2020-06-30", want: repositories.Result{Status: source.Empty, Pages: 1}},
		{set: "odd", from: "2020-06-01", until: "2020-06-30", want: repositories.Result{Status: source.Success, Records: 21, Pages: 1}},
		{from: "2020-11-01", want: repositories.Result{Status: source.Success, Records: 36, Deleted: 5, Pages: 2}},
		{from: "2021-01-01", want: repositories.Result{Status: source.Empty, Pages: 1}},
		{set: "none", want: repositories.Result{Status: source.OAIError, Cause: "badArgument: set does not exist"}},
	} {
		var got repositories.Result
		seen := map[string]bool{}
		name := source.Name{Kind: source.OAI, Value: address, Set: test.set}
		err := repositories.Pass(t.Context(), []source.Name{name}, repositories.Options{
			Source: source.Options{Fetch: fetch.Options{AllowPrivate: true}, Clock: noWait{clock.Real}, From: test.from, Until: test.until},
			Take: func(_ context.Context, _ source.Name, records []bibliography.Record) error {
				for _, r := range records {
					if len(r.Authors) != 1 || !slices.ContainsFunc(r.URLs, func(u string) bool { return u != "" }) {
						t.Errorf("record %+v", r)
					}
					seen[r.Title] = true
				}
				return nil
			},
			OnResult: func(r repositories.Result) { got = r },
		})
		test.want.URL, test.want.Set = address, test.set
		if err != nil || got != test.want || len(seen) != test.want.Records {
			t.Errorf("set %q from %q until %q: %+v with %d titles, %v; want %+v", test.set, test.from, test.until, got, len(seen), err, test.want)
		}
		fmt.Printf("ENGINES running provider: set %q, from %q, until %q: %s, %d records, %d deleted, %d pages\n", test.set, test.from, test.until, got.Status, got.Records, got.Deleted, got.Pages)
	}
}
