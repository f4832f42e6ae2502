package pdfium_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"sluice/document/internal/pdfium"
	"sluice/document/internal/sandbox"
)

// unserved is set in the environment of a copy of these tests that does not
// call Serve.
const unserved = "SLUICE_TEST_UNSERVED"

func TestUnsuitableProgramIsReported(t *testing.T) {
	if os.Getenv(unserved) != "" {
		_, err := pool(t).Read(t.Context(), made(t, document("")...))
		fmt.Println(err)
		return
	}
	program := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+t.Name()+"$")
	program.Env = append(os.Environ(), unserved+"=1")
	if said, err := program.CombinedOutput(); err != nil || !strings.Contains(string(said), "begin with if document.Serve() { return }") {
		t.Errorf("%v, it said %q", err, said)
	}
}

func TestMain(m *testing.M) {
	if os.Getenv(unserved) == "" && (sandbox.Serve() || pdfium.Probe() || pdfium.Serve()) {
		return
	}
	os.Exit(m.Run())
}
