package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/document"
	"sluice/internal/control"
	"sluice/internal/health"
	"sluice/internal/shell"
	"sluice/internal/version"
	"sluice/internal/wiring"
	"sluice/library"
)

// doctorCmd checks machine and library. It changes nothing, and may run while a crawl does.
type doctorCmd struct {
	folder
	Full bool `help:"Read the whole library, however long it takes: every record of the archive with its digest, the place of every fetch, every document with its hash, every index of the catalogue, and the whole frontier."`
	JSON bool `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice doctor`.
func (doctorCmd) Help() string {
	return `Checks the machine (memory, open files, clock, disk, name servers, certificates,
programs) and the library in the folder, if there is one: whether settings, catalogue,
archive, documents, search index and frontier can be read, and whether they agree. Each line has
a verdict. If something is wrong, the line says what to do.

` + "`ok`: No problem.\n\n`note`: Worth knowing; no action is needed.\n\n" +
		"`warn`: A crawl works, but not well.\n\n`FAIL`: It does not work, or is damaged.\n" + `
The library is not changed, except that a rebuild that was interrupted in its last step is completed. The network is
not used. Without --full the check takes about a minute at most. It reads the last file of the archive and 500
fetches, evenly distributed over the catalogue, checks that the files of the documents exist, and checks
as much of the rest as the time allows. While a crawl runs, the frontier is skipped; if a crawl starts during the
check, the frontier is released to it.

The programs are those that read older formats and make viewing copies. A crawl needs none of
them: a document that needs one is stored and waits for ` + "`sluice convert`" + `.

EXIT CODES

` + "`0`: Nothing failed; there may be warnings.\n\n`1`: Something failed.\n" + `
EXAMPLES

    sluice doctor
    sluice doctor -d mylib --full`
}

// Run checks the machine even if there is no library, and the library even if its settings are wrong:
// each check is independent, so that one fault does not hide another.
func (cmd *doctorCmd) Run(ctx context.Context, c *console) error {
	dir := cmd.path(ctx)
	flags, library := examineSettings(dir)
	library = append(library, health.ControlSocket(control.Path(dir), control.PathLimit))
	found := health.Machine(flags.Workers)
	found = append(found, health.Disk(dir)...)
	found = append(found, health.Network()...)
	found = append(found, examinePrograms(ctx)...)
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		lib, err := wiring.Open(dir)
		if err != nil {
			return err
		}
		defer lib.Close()
		library = append(library, lib.Examine(ctx, wiring.Examination{Full: cmd.Full})...)
	}
	found = append(found, library...)
	if err := cmd.write(c, dir, found); err != nil {
		return err
	}
	if failed := count(found, health.Fail); failed > 0 {
		return fmt.Errorf("%d of %s failed", failed, screen.Counted(int64(len(found)), "check"))
	}
	return nil
}

// examineSettings checks sluice.yaml. It returns its settings, or the defaults if it cannot be read.
func examineSettings(dir string) (*settings.Flags, []health.Finding) {
	flags := settings.Default()
	f := health.Finding{Finding: library.Finding{Part: "library", Name: "settings", Verdict: health.OK, Found: "valid"}}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		f = health.Finding{Finding: library.Finding{Part: "library", Name: "folder", Verdict: health.Note,
			Found: fmt.Sprintf("%s does not exist; `sluice crawl -d %s URL` creates it", dir, shell.Quote(dir))}}
		return flags, []health.Finding{f}
	case err == nil && !info.IsDir():
		f = health.Finding{Finding: library.Finding{Part: "library", Name: "folder", Verdict: health.Fail, Found: dir + " is a file", Remedy: "name a folder with -d"}}
		return flags, []health.Finding{f}
	case err != nil:
		f = health.Finding{Finding: library.Finding{Part: "library", Name: "folder", Verdict: health.Fail, Found: err.Error(), Remedy: "check the permissions of the folder"}}
		return flags, []health.Finding{f}
	case !settings.Exists(dir):
		f.Found = fmt.Sprintf("no %s; the defaults are used", settings.FileName)
		return flags, []health.Finding{f}
	}
	// A wrong line is a finding and not an error, so that the rest of the library is examined, too.
	layer, err := settings.LoadToCrawl(dir)
	if err == nil {
		var decoded *settings.Flags
		if decoded, err = layer.Decode(); err == nil {
			flags = decoded
		}
	}
	if err != nil {
		f.Found = err.Error()
		f.Worsen(health.Fail, "correct the line in "+filepath.Join(dir, settings.FileName))
	}
	return flags, []health.Finding{f}
}

// count returns the number of findings with a verdict.
func count(found []health.Finding, v health.Verdict) (n int) {
	for _, f := range found {
		if f.Verdict == v {
			n++
		}
	}
	return n
}

// examined is the JSON form of the result. Its keys are stable.
type examined struct {
	Version  string           `json:"version"`
	Folder   string           `json:"folder"`
	Failed   int              `json:"failed"`
	Warnings int              `json:"warnings"`
	Findings []health.Finding `json:"findings"`
}

// write writes the findings grouped by part, in the order in which they were made.
func (cmd *doctorCmd) write(c *console, dir string, found []health.Finding) error {
	failed, warnings := count(found, health.Fail), count(found, health.Warn)
	if cmd.JSON {
		return screen.WriteJSON(c.out, examined{version.Number, dir, failed, warnings, found}, "  ")
	}
	var b strings.Builder
	part := ""
	for _, f := range found {
		if f.Part != part {
			part = f.Part
			b.WriteString(partTitle(part, dir) + "\n")
		}
		writeFinding(&b, f)
	}
	fmt.Fprintf(&b, "\n%s, %s.\n", screen.Counted(int64(failed), "failure"), screen.Counted(int64(warnings), "warning"))
	_, err := io.WriteString(c.out, screen.Wrap(b.String(), screen.TerminalWidth(c.out, 0)))
	return err
}

// partTitle returns the heading of a part. The first one has no empty line above it.
func partTitle(part, dir string) string {
	switch part {
	case "machine":
		return "Sluice " + version.Number + " on this machine"
	case "disk":
		return "\nDisk"
	case "network":
		return "\nNetwork"
	case "programs":
		return "\nPrograms for documents of older formats (a crawl needs none)"
	}
	return "\nLibrary " + screen.Escape(dir)
}

// writeFinding writes a line, and below it examples of the problem and what to do.
func writeFinding(b *strings.Builder, f health.Finding) {
	verdict := string(f.Verdict)
	if f.Verdict == health.Fail {
		verdict = "FAIL"
	}
	fmt.Fprintf(b, "  %-4s  %-15s  %s\n", verdict, f.Name, screen.Escape(f.Found))
	const indent = "                         "
	for _, e := range f.Examples {
		b.WriteString(indent + "- " + screen.Escape(e) + "\n")
	}
	if f.More > 0 {
		fmt.Fprintf(b, "%s- and %d more\n", indent, f.More)
	}
	if f.Remedy != "" {
		b.WriteString(indent + "→ " + screen.Escape(f.Remedy) + "\n")
	}
}

// examinePrograms checks the external programs that read documents.
func examinePrograms(ctx context.Context) []health.Finding {
	reader := document.NewReader(document.Options{})
	defer reader.Close()
	var all []health.Program
	for _, t := range reader.Tools(ctx) {
		all = append(all, health.Program{Name: t.Name, Path: t.Path, Version: t.Version, For: t.For, Package: t.Package})
	}
	return health.Programs(all, health.Sandbox{
		Available: document.Sandboxed(), Unprotected: document.Unprotected(), PDF: document.Protection(),
	})
}
