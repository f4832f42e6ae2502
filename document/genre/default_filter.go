package genre

import (
	_ "embed"
	"sync"
)

//go:embed default.model
var defaultModel []byte

// theDefault is read when it is first needed: the model takes milliseconds and
// megabytes.
var theDefault = sync.OnceValue(func() *Filter {
	f := new(Filter)
	if err := f.UnmarshalBinary(defaultModel); err != nil {
		panic(err) // the program was built with a file that its own tests refuse
	}
	return f
})

// Default returns the filter that ships. docs/quality.md says how good it is
// and how it was trained.
func Default() *Filter { return theDefault() }
