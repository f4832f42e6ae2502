package doctor

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"sluice/internal/folder"
	"sluice/internal/health"
	"sluice/internal/repository"
	"sluice/library"
)

// documents examines whether the folder of documents can be used, and whether its files are those in the catalogue.
func (x *examiner) documents(ctx context.Context, cat *Catalogue) {
	f := health.Finding{Finding: library.Finding{Name: "documents", Verdict: health.OK}}
	defer func() { x.add(f) }()
	dir := x.Dir.Documents()
	there, err := folder.Exists(dir)
	if err != nil {
		x.failed(ctx, &f, err)
		return
	}
	if !there {
		n, err := cat.Documents.CountKept(ctx)
		switch {
		case err != nil:
			x.failed(ctx, &f, err)
		case n == 0:
			f.Verdict, f.Found = health.Note, "no documents yet"
		default:
			f.Found = fmt.Sprintf("the folder is missing, but the catalogue has %d documents", n)
			f.Worsen(health.Fail, x.restore())
		}
		return
	}
	checkPermissions(&f, dir)
	files, err := x.Repository(ctx)
	if err != nil {
		x.failed(ctx, &f, err)
		return
	}
	step, cancel := x.step(ctx)
	defer cancel()
	findings := files.VerifySizes(step)
	if x.Full {
		findings = files.Verify(step, nil)
	}
	f.Found, err = x.compareFiles(step, &f, cat, findings)
	if err != nil && f.Verdict != health.Fail { // else what cannot be read is reported already
		f.Found = err.Error()
		f.Worsen(health.Fail, "check the permissions of the folder, and the disk")
		return
	}
	if free, v, remedy, err := health.Free(dir); err == nil {
		f.Found += fmt.Sprintf("; %d MB free for them", free/1e6)
		f.Worsen(v, remedy)
	}
}

// compareFiles adds files that are missing, damaged or stray to a finding. It returns how many documents there are, in words.
func (x *examiner) compareFiles(ctx context.Context, f *health.Finding, cat *Catalogue, findings iter.Seq2[repository.Finding, error]) (string, error) {
	n, err := cat.Documents.CountKept(ctx)
	if err != nil {
		return "", err
	}
	for found, err := range findings {
		if ctx.Err() != nil {
			return fmt.Sprintf("%d; the check was %s", n, atTimeout), nil
		}
		if err != nil {
			return fmt.Sprintf("%d", n), err
		}
		what := strings.TrimSpace(found.SHA256 + " " + found.Path)
		f.Wrong("%s %s: %s (%s)", found.Fault, found.What, what, found.Detail)
		switch {
		case found.Fault == repository.Stray:
			f.Worsen(health.Note, "")
		case found.What == "document":
			f.Worsen(health.Fail, x.restore())
		default:
			f.Worsen(health.Warn, x.restore())
		}
	}
	if x.Full {
		return fmt.Sprintf("%d, each read and compared with its hash", n), nil
	}
	return fmt.Sprintf("%d, all files are there (--full reads them)", n), nil
}

// restore is what to do about missing files.
func (x *examiner) restore() string {
	return "run " + x.command("sluice restore") + ", which gets files again from the archive, or from the URLs where they were found"
}
