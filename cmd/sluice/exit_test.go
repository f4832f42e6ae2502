package main

import (
	"fmt"
	"strings"
	"testing"

	"sluice/internal/collection"
	"sluice/internal/fetch"
	"sluice/internal/wiring"
	"sluice/library"
)

func TestErrorsOfPackagesComeWithAdvice(t *testing.T) {
	for _, test := range []struct {
		err    error
		advice string
	}{
		{wiring.ErrEmpty, "sluice crawl -d DIR URL"},
		{wiring.ErrNoDocument, "`sluice documents` and `sluice search`"},
		{collection.ErrRemoved, "sluice remove --allow"},
		{&library.LossError{Archive: "lib/archive"}, "--force"},
		{&fetch.Error{Cause: fetch.ProxyConnect}, "--proxy names another one"},
		{&fetch.Error{Cause: fetch.ProxyAuthentication}, "--proxy http://USER:PASSWORD@HOST:PORT"},
	} {
		var stderr strings.Builder
		code := exitCode(fmt.Errorf("test: %w", test.err), &stderr)
		message, advice, _ := strings.Cut(stderr.String(), "\n")
		if code != exitError || message != "sluice: test: "+test.err.Error() || !strings.Contains(advice, test.advice) {
			t.Errorf("exit code %d, %q, want %q in it", code, &stderr, test.advice)
		}
		if strings.Contains(test.err.Error(), "`") || strings.Contains(test.err.Error(), "--") {
			t.Errorf("%q names a command or a flag", test.err)
		}
	}
}
