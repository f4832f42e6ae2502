package trap

import "strings"

// mailDirectories are the usual names of directories with archives of mailing lists.
var mailDirectories = setOf("pipermail", "hypermail", "mhonarc", "mail-archive", "mail-archives", "mailarchive", "mailarchives")

// mailViews are the pages of an archive that list its messages: by thread, by date, by author.
var mailViews = setOf("thread.html", "threads.html", "date.html", "author.html", "subject.html", "attachment.html", "maillist.html")

// isMailArchive reports whether a link leads to a message of a mailing list or a view of its messages. The first page of
// an archive is not one.
func isMailArchive(p *linkPath) bool {
	name := strings.ToLower(p.name)
	if isNumbered(name, "msg", 4) || isNumbered(name, "thrd", 1) {
		return true
	}
	for i, directory := range p.directories {
		if !mailDirectories[strings.ToLower(directory)] {
			continue
		}
		if len(p.directories) > i+2 || mailViews[name] || isNumbered(name, "", 4) {
			return true // pipermail/LIST/2005-March/...
		}
	}
	return false
}

// isNumbered reports whether a name is prefix, at least a number of digits, and ".html" or ".htm".
func isNumbered(name, prefix string, digits int) bool {
	name, ok := strings.CutPrefix(name, prefix)
	if !ok {
		return false
	}
	stem, ok := strings.CutSuffix(name, ".html")
	if !ok {
		stem, ok = strings.CutSuffix(name, ".htm")
	}
	return ok && len(stem) >= digits && isDigits(stem)
}
