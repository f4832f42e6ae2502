//go:build linux

// Command bench measures the speed and memory of crawls against the web box.
//
//	go run ./bench [flags] [-- crawl flags]         Sluice alone
//	go run ./bench peers SECTION [flags]            Sluice and other crawlers in turns; peers.sh installs them
//	go run ./bench soak [flags]                     one long crawl of a faulty web
//	go run ./bench flame CPU.prof                   a flame graph of a CPU profile, as SVG
//
// Each run starts the crawler as a separate process on all hosts of a web box, and prints what the server counted and
// what the process used. Server and crawler share the machine. -h after any of them lists its flags.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"sluice/document"
)

func main() {
	if document.Serve() {
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		stop()
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run runs the command that args name, or measures Sluice alone.
func run(ctx context.Context, args []string) error {
	if len(args) > 0 {
		switch args[0] {
		case "peers":
			return comparePeers(ctx, args[1:])
		case "soak":
			return runSoak(ctx, args[1:])
		case "flame":
			return drawFlameGraph(args[1:])
		}
		if !strings.HasPrefix(args[0], "-") {
			return fmt.Errorf("unknown command %q (use peers, soak or flame; put flags of crawl after --)", args[0])
		}
	}
	return measureSluice(ctx, args)
}

// buildSluice compiles the program into dir and returns its path.
func buildSluice(dir string) (string, error) {
	program := filepath.Join(dir, "sluice")
	if out, err := exec.Command("go", "build", "-o", program, "sluice/cmd/sluice").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build sluice: %w\n%s", err, out)
	}
	return program, nil
}
