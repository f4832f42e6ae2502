package textline

import "testing"

func TestTidyTitle(t *testing.T) {
	for printed, want := range map[string]string{
		"The Mesh of Sieves¹,²":          "The Mesh of Sieves",
		"The Mesh of Sievesᵃ":            "The Mesh of Sieves",
		"The Mesh of Sieves.":            "The Mesh of Sieves",
		"Sieves — Their Mesh and Sand —": "Sieves — Their Mesh and Sand",
		"Sand-":                          "Sand-",
		"“What is Sand¹”":                "“What is Sand”",
		"* The Mesh of Sieves∗":          "The Mesh of Sieves",
	} {
		if got := TidyTitle(printed); got != want {
			t.Errorf("TidyTitle(%q) = %q, want %q", printed, got, want)
		}
	}
}
