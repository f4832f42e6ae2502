package convert

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/document/internal/sandbox"
	"sluice/internal/format"
)

// How long LibreOffice may take. Who reads a document has something else to
// turn to, who wants to see it has not.
const (
	readTime = 40 * time.Second
	viewTime = 2 * time.Minute
)

// officeSpace is the address space that LibreOffice asks for; most of it is
// never used.
const officeSpace = 16 << 30

// officeLimits are those of LibreOffice, which starts helpers of its own and
// writes a profile of hundreds of files.
var officeLimits = sandbox.Limits{Memory: 2 << 30, Space: officeSpace, Disk: 512 << 20, Files: 5000, Processes: 32, Output: 1 << 20}

// officeEnding returns the ending by which LibreOffice recognises a format of
// which it makes PDF; empty if it does not read it.
func officeEnding(name string) string {
	f := format.Of(name)
	switch {
	case f == nil:
		return ""
	case name == "text", f.View == format.Page, f.View == format.Converted && f.Reader != format.ThroughPDF:
		return strings.TrimPrefix(f.FileEnding(), ".")
	}
	return ""
}

// ConvertToSuccessor converts a DOC, PPT or XLS with LibreOffice to DOCX, PPTX or
// XLSX, and writes it to out, completely or not at all. It returns the new format.
func (t *Tools) ConvertToSuccessor(ctx context.Context, path, name, out string) (successor string, err error) {
	f := format.Of(name)
	switch {
	case f == nil || f.Successor == "":
		return "", content.ErrUnknown
	case !t.has("soffice"):
		return "", &content.NeedsError{Tool: titles["soffice"], Format: name}
	}
	if err := t.checkSandbox(name, "and", "soffice"); err != nil {
		return "", err
	}
	successor = f.Successor
	w, err := t.begin("in."+name, path)
	if err != nil {
		return "", err
	}
	defer w.close()
	made, err := w.office(ctx, readTime, name, successor)
	if err != nil {
		return "", err
	}
	return successor, w.folder.Take(made, out)
}

// profile keeps LibreOffice from running a document's macros, and from loading
// what it refers to. The names are those of LibreOffice's configuration schema,
// org.openoffice.Office.Common and its neighbours.
const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableActiveContent" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>1</value></prop></item>
<item oor:path="/org.openoffice.Setup/Office"><prop oor:name="ooSetupInstCompleted" oor:op="fuse"><value>true</value></prop></item>
</oor:items>
`

// office has LibreOffice make in.TARGET of in.ENDING, in a new profile, and in
// another folder once more if it dies without a word.
func (w *work) office(ctx context.Context, most time.Duration, ending, target string, more ...string) (string, error) {
	select {
	// LibreOffice takes up to 2 GB of memory: one at a time.
	case w.tools.office <- struct{}{}:
		defer func() { <-w.tools.office }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	var r sandbox.Result
	for try := range 2 {
		if try > 0 {
			if err := w.renew(); err != nil {
				return "", err
			}
		}
		home, err := w.officeHome(fmt.Sprint("profile", try))
		if err != nil {
			return "", err
		}
		place := url.URL{Scheme: "file", Path: home}
		args := append([]string{
			"-env:UserInstallation=" + place.String(), "--headless", "--norestore", "--nologo", "--nodefault",
			"--nolockcheck", "--nofirststartwizard", "--convert-to", target,
		}, more...)
		if r, err = w.startOffice(ctx, most, append(args, "in."+ending)); err != nil {
			return "", err
		}
		name := "in." + target
		if made, err := w.made(name); err != nil || made {
			return name, err
		}
		// It named a cause, so that a second try would end the same way.
		if r.Says() != "" && r.Signal == "" {
			break
		}
	}
	return "", bad("soffice", r)
}

// officeHome makes a profile.
func (w *work) officeHome(name string) (string, error) {
	err := w.folder.Write(filepath.Join(name, "user", "registrymodifications.xcu"), 0o600, strings.NewReader(profile))
	return filepath.Join(w.folder.Path(), name), err
}

// restart is the status by which LibreOffice asks to be started again, as a new
// profile makes it do.
const restart = 81

// startOffice runs LibreOffice, and again if it asks to be restarted, as it does
// once with a new profile.
func (w *work) startOffice(ctx context.Context, most time.Duration, args []string) (r sandbox.Result, err error) {
	c := sandbox.Command{
		Path: officeProgram(w.tools.paths["soffice"]),
		Args: args,
		// Plain drawing, since nothing is shown; and its socket in the folder,
		// by a relative path, since paths of sockets must be short.
		Env:             []string{"SAL_USE_VCLPLUGIN=svp", "OSL_SOCKET_PATH=.", "MALLOC_ARENA_MAX=2"},
		Limits:          officeLimits,
		DenyWriteChecks: true,
	}
	c.Limits.Time = most
	for range 3 {
		if r, err = w.run(ctx, "soffice", c); err != nil || r.Exit != restart {
			break
		}
	}
	return r, err
}

// officeProgram is the program itself, where the path is that of a script that
// starts it: the programs in between insist on a socket in /tmp.
func officeProgram(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		if program := filepath.Join(filepath.Dir(real), "soffice.bin"); isProgram(program) {
			return program
		}
	}
	return path
}

// isProgram reports whether a path is that of a program that may be run.
func isProgram(path string) bool {
	_, err := exec.LookPath(path)
	return err == nil
}

// officePDF makes a PDF by LibreOffice and returns its name.
func (w *work) officePDF(ctx context.Context, ending string) (string, error) {
	var more []string
	switch ending {
	case "txt":
		utf8, err := w.isUTF8("in.txt")
		if err != nil {
			return "", err
		}
		if utf8 {
			more = []string{"--infilter=Text (encoded):UTF8"} // else it takes it for the system's
		}
	case "html":
		more = []string{"--infilter=HTML (StarWriter)"} // its reader for the Web loses headings at the top
	}
	return w.office(ctx, viewTime, ending, "pdf", more...)
}

// isUTF8 reports whether a file is text in UTF-8.
func (w *work) isUTF8(name string) (bool, error) {
	f, err := w.folder.OpenFile(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, content.MaxText))
	return err == nil && utf8.Valid(b), err
}
