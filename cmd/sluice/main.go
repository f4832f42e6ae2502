// Command sluice crawls sites politely and completely into a folder, the
// library, and lists what it got. See `sluice help`.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
