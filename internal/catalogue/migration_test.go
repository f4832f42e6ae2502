package catalogue_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestMigrationsHaveConsecutiveNumbers guards the version of a schema, which is a number of steps.
func TestMigrationsHaveConsecutiveNumbers(t *testing.T) {
	steps, err := os.ReadDir("migrations")
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range steps {
		if want := fmt.Sprintf("%04d_", i+1); !strings.HasPrefix(step.Name(), want) {
			t.Errorf("migration %s, want number %s", step.Name(), want)
		}
	}
}
