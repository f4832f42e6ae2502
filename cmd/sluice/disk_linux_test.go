package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// diskSize is room enough for a small crawl, also where a slow machine writes many small groups: each makes the catalogue's log longer, which is
// emptied every 32 MB.
const diskSize = "size=80m"

// TestFullDiskStopsCrawlUntilThereIsSpace has a library on a small disk that
// others have nearly filled, and then make room on. What is left is said nowhere to
// be too little: the crawl continues until a write fails.
func TestFullDiskStopsCrawlUntilThereIsSpace(t *testing.T) {
	t.Parallel()
	for _, room := range fewer([]int{1, 2, 4}) { // MB, so that another store comes to the end first
		web, whole := smallWeb(t, 0)
		out, err := onItsOwnDisk(t, web, diskSize, fmt.Sprintf(`head -c %dM /dev/zero >$lib/others
			$crawl; echo "code $?"
			rm $lib/others; $crawl && `+countAll, 80-room))
		if err != nil {
			t.Error(err)
		}
		wantInOrder(t, out, "crawl stopped: ", "lib/", "full", "code 1", ", 0 errors", "Done.", whole)
		if frontier := strings.Contains(out, "crawl stopped: frontier"); !frontier && !strings.Contains(out, "make room, then run the same command again") {
			t.Errorf("no word of what to do:\n%s", out)
		}
	}
}

// TestNearlyFullDiskDoesNotStopCrawl leaves a disk room for what a crawl comes to and some
// MB more, of which the catalogue's log takes some until the end.
func TestNearlyFullDiskDoesNotStopCrawl(t *testing.T) {
	longTest(t)
	t.Parallel()
	const size, spare = 100, 16 // MB
	web, whole := smallWeb(t, 0)
	out, err := onItsOwnDisk(t, web, fmt.Sprintf("size=%dm", size), fmt.Sprintf(`$crawl || exit
		room=$(($(du -sm $lib | cut -f1) + %d)); rm -r $lib/*
		head -c $((%d - room))M /dev/zero >$lib/others; echo "others are there"
		$crawl && `+countAll, spare, size))
	if err != nil {
		t.Error(err)
	}
	wantInOrder(t, out, "Done.", "others are there", ", 0 errors", "Done.", whole)
	if strings.Contains(out, "full") || strings.Contains(out, "Stopped") {
		t.Errorf("a message says that the disk is full:\n%s", out)
	}
}

// TestReadOnlyFolderIsNamed closes a folder before and within a crawl, by the disk that it is
// on and by its permissions.
func TestReadOnlyFolderIsNamed(t *testing.T) {
	longTest(t)
	t.Parallel()
	const script = `$close; $crawl; echo "new: code $?"
		$open; $crawl --max-pages 10
		$close; $crawl --max-pages 0; echo "begun: code $?"
		$sluice report -d $lib >$lib.report && grep -c pages $lib.report && echo "report: code $?"
		$open; $crawl --max-pages 0 && ` + countAll
	const denied = "open lock of library "
	for _, way := range []struct {
		name, close, open, cause string
		run                      func(t *testing.T, web runningWeb, script string) (string, error)
	}{
		{"a disk", "mount -o remount,bind,ro $lib", "mount -o remount,bind,rw $lib", "read-only", func(t *testing.T, web runningWeb, script string) (string, error) {
			return onItsOwnDisk(t, web, diskSize, script)
		}},
		{"permissions", "chmod -R a-w $lib", "chmod -R u+w $lib", "permission denied", func(t *testing.T, web runningWeb, script string) (string, error) {
			if os.Geteuid() == 0 {
				t.Skip("root may write anywhere")
			}
			return inShell(t, web, "mkdir $lib\n"+script)
		}},
	} {
		t.Run(way.name, func(t *testing.T) {
			web, whole := smallWeb(t, 0)
			out, err := way.run(t, web, strings.NewReplacer("$close", way.close, "$open", way.open).Replace(script))
			if err != nil {
				t.Error(err)
			}
			wantInOrder(t, out, denied, way.cause, "new: code 1", "max-pages 10", denied, way.cause, "begun: code 1", "report: code 0", whole)
		})
	}
}

// onItsOwnDisk runs a script for which $lib is a disk of its own, in a world where it may
// mount. Where mounting is not permitted the test is skipped, but CI must permit it.
func onItsOwnDisk(t *testing.T, web runningWeb, options, script string) (string, error) {
	t.Helper()
	out, err := inShell(t, web, "mkdir $lib && mount -t tmpfs -o "+options+" none $lib || exit 77\n"+script, func(cmd *exec.Cmd) {
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
		}
	})
	if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() == 77) {
		giveUp := t.Skipf
		if os.Getenv("CI") != "" {
			giveUp = t.Fatalf
		}
		giveUp("mount in a user namespace is not permitted: %v\n%s", err, out)
	}
	return out, err
}

// TestFullDiskLeavesNoPartialDocument has the documents alone on a disk that is too small for
// them, and then makes it larger.
func TestFullDiskLeavesNoPartialDocument(t *testing.T) {
	longTest(t)
	t.Parallel()
	web := university(t)
	out, err := onItsOwnDisk(t, web, diskSize, `mkdir $lib/documents && mount -t tmpfs -o size=100k none $lib/documents || exit 77
		$crawl; echo "code $?"
		$sluice verify -d $lib; echo "verified: $?"
		mount -o remount,size=20m $lib/documents
		$crawl && $sluice verify -d $lib && $sluice report -d $lib | grep -A4 "Documents in the library"; ls $lib/documents/tmp | wc -l`)
	if err != nil {
		t.Error(err)
	}
	wantInOrder(t, out, "documents", "code 1", "0 problems", "verified: 0", "Done.", "0 problems", "accepted", "0\n")
	if !strings.Contains(out, "full") && !strings.Contains(out, "no space") {
		t.Errorf("no word of what is wrong:\n%s", out)
	}
}
