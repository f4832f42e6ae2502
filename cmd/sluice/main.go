// Command sluice crawls sites politely and completely into a folder, the
// library, and lists what it got. See `sluice help`.
package main

import (
	"context"
	"os"

	"sluice/document"
)

func main() {
	if document.Serve() { // a child process that reads documents
		return
	}
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
