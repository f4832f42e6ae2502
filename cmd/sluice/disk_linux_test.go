package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestAFullDiskStopsTheCrawlAndRoomLetsItGoOn has a library on a small disk that
// others have nearly filled, and then make room on. What is left is said nowhere to
// be too little: the crawl goes on until a write fails.
func TestAFullDiskStopsTheCrawlAndRoomLetsItGoOn(t *testing.T) {
	for _, room := range fewer([]int{1, 2, 4}) { // MB, so that another store comes to the end first
		web, whole := smallWeb(t)
		out, err := onItsOwnDisk(t, web, "size=40m", fmt.Sprintf(`head -c %dM /dev/zero >$lib/others
			$crawl; echo "code $?"
			rm $lib/others; $crawl && `+countAll, 40-room))
		if err != nil {
			t.Error(err)
		}
		wantInOrder(t, out, "could not go on", "code 1", ", 0 errors", "Done.", whole)
		if !strings.Contains(out, "full") && !strings.Contains(out, "no space") {
			t.Errorf("no word of what is wrong:\n%s", out)
		}
	}
}

func TestAFolderThatCannotBeWrittenToIsNamed(t *testing.T) {
	web, whole := smallWeb(t)
	out, err := onItsOwnDisk(t, web, "size=40m", `mount -o remount,ro $lib
		$crawl; echo "new: code $?"
		mount -o remount,rw $lib; $crawl --max-pages 10
		mount -o remount,ro $lib; $crawl --max-pages 0; echo "begun: code $?"
		$sluice report -d $lib >$lib.report && grep -c pages $lib.report && echo "report: code $?"
		mount -o remount,rw $lib; $crawl --max-pages 0 && `+countAll)
	if err != nil {
		t.Error(err)
	}
	denied := "a crawl needs to write into "
	wantInOrder(t, out, denied, "read-only", "new: code 1", "max-pages 10", denied, "begun: code 1", "report: code 0", whole)
}

// onItsOwnDisk runs a script for which $lib is a disk of its own, in a world where it may mount.
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
		t.Skipf("this system lets nobody mount: %v\n%s", err, out)
	}
	return out, err
}
