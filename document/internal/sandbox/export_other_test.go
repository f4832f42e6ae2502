//go:build !linux

package sandbox

import "testing"

// WithoutNamespaces does nothing on systems without namespaces.
func WithoutNamespaces(*testing.T) {}
