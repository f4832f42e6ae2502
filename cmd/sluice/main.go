// Command sluice crawls sites politely and completely into a folder, the
// library, and lists what it got. See `sluice help`.
package main

import (
	"context"
	"os"

	"sluice/document"
	"sluice/internal/system"
)

// main serves as a reader of documents if this process was started as one, before anything else: the
// program starts itself again to read untrusted files in a process with limits.
func main() {
	if document.Serve() { // a child process that reads documents
		return
	}
	system.KeepToMemoryLimit()
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
