package weburl

import "strings"

// mailDirectories are where mailing list software keeps its archives.
var mailDirectories = nameSet("pipermail", "hypermail", "mhonarc", "mail-archive", "mail-archives", "mailarchive", "mailarchives")

// mailViews are the views of one archive beside its messages: by thread, by date, by author.
var mailViews = nameSet("thread.html", "threads.html", "date.html", "author.html", "subject.html", "attachment.html", "maillist.html")

// isMailArchive finds the messages of mailing lists and the views of them; the page that a list's archive
// begins with passes.
func isMailArchive(p *trapPath) bool {
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

// isNumbered reports whether a name is prefix, at least so many digits, and ".html" or ".htm".
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

// forumScripts do something in a forum and show nothing new, in lower case.
var forumScripts = nameSet("posting.php", "memberlist.php", "ucp.php", "mcp.php", "newreply.php", "newthread.php",
	"sendmessage.php", "privmsg.php", "private.php", "groupcp.php", "viewonline.php", "online.php", "report.php", "printthread.php")

// forumThreads show a thread or a list of them; the views of these are what multiplies a forum.
var forumThreads = nameSet("viewtopic.php", "viewforum.php", "showthread.php", "forumdisplay.php", "index.php", "ubbthreads.php",
	"thread.jspa", "forum.php", "topic.php", "yabb.pl", "yabb.cgi")

// forumViews are, by parameter, the values that ask for another view of a thread.
var forumViews = map[string]map[string]bool{
	"view":   nameSet("next", "previous", "print", "newest", "unread", "getnewpost", "getlastpost", "old", "new"),
	"goto":   nameSet("newpost", "lastpost", "nextnewest", "nextoldest", "nextnew", "findpost"),
	"mode":   nameSet("reply", "quote", "post", "newtopic", "viewprofile", "email", "report", "threaded", "hybrid", "linear", "viewcount"),
	"action": nameSet("printpage", "reply", "quote", "post", "post2", "profile", "pm", "markasread", "notify", "sendtopic", "reporttm", "who", "stats"),
}

// isForumView finds another view of what a forum or a blog's comments show already.
func isForumView(link URL) bool {
	name := strings.ToLower(link.base())
	if forumScripts[name] {
		return true
	}
	thread := forumThreads[name]
	for parameter, value := range parameters(link.Query()) {
		parameter = strings.ToLower(parameter)
		switch {
		case parameter == "replytocom":
			return true
		case thread && (parameter == "highlight" || forumViews[parameter][strings.ToLower(value)]):
			return true
		}
	}
	return false
}

// sortParameters change the order or the look of a page, not what is in it; in lower case.
var sortParameters = nameSet("sort", "sortby", "sort_by", "sort-by", "sortorder", "sort_order", "sortdir", "sort_dir",
	"order", "orderby", "order_by", "orderdir", "order_dir", "direction", "asc", "desc", "viewmode", "style", "theme", "skin",
	"fontsize", "font_size", "print", "printable")

// wikiActions are, by parameter, the values with which a wiki or a version control viewer shows no page but
// its history, differences or forms.
var wikiActions = map[string]map[string]bool{
	"action": nameSet("edit", "history", "info", "raw", "submit", "delete", "watch", "unwatch", "diff", "print", "purge",
		"attachfile", "likepages", "fullsearch", "login", "rollback"),
	"do": nameSet("edit", "diff", "revisions", "backlink", "recent", "index", "login", "media", "register", "resendpwd", "admin",
		"search", "export_raw", "addtobook"),
	"view": nameSet("diff", "annotate", "log", "markup", "co", "graph"),
	"a":    nameSet("blobdiff", "commitdiff", "blame", "history", "shortlog", "snapshot", "search"),
}

// isQuerySpace finds queries that can be combined or nested without end.
func isQuerySpace(link, from URL) bool {
	query := link.Query()
	if query == "" {
		return false
	}
	const maxQuery, maxParameters, maxSame = 1024, 16, 8
	if len(query) > maxQuery || strings.Contains(query, "%25252") {
		return true
	}
	if link.base() == "" && isDirectorySort(query) {
		return true
	}
	count := 0
	for name, value := range parameters(query) {
		count++
		name = strings.ToLower(name)
		if wikiActions[name][strings.ToLower(value)] || name == "oldid" || name == "returnto" || name == "printable" {
			return true
		}
	}
	return count > maxParameters || repeatsParameter(query, maxSame) || reorders(link, from)
}

// isDirectorySort knows the queries with which Apache's directory listings sort their columns.
func isDirectorySort(query string) bool {
	switch {
	case len(query) == 3:
		return strings.IndexByte("NMSD", query[0]) >= 0 && query[1] == '=' && strings.IndexByte("AD", query[2]) >= 0
	case len(query) == 7:
		return query[:2] == "C=" && strings.IndexByte("NMSD", query[2]) >= 0 && query[4:6] == "O="
	}
	return false
}

// repeatsParameter reports whether a parameter stands in a query twice with one value, or more than most times
// with whatever values.
func repeatsParameter(query string, most int) bool {
	const looked = 24
	var names, values [looked]string
	n := 0
	for name, value := range parameters(query) {
		if n == looked {
			break
		}
		same := 1
		for i := range n {
			if names[i] != name {
				continue
			}
			same++
			if values[i] == value && value != "" || same > most {
				return true
			}
		}
		names[n], values[n] = name, value
		n++
	}
	return false
}

// reorders reports whether a link asks for the page it stands on, sorted or dressed in another way: same
// path, and queries that differ only in parameters for that.
func reorders(link, from URL) bool {
	if from.IsZero() || link.Path() != from.Path() || link.Host() != from.Host() || link.Query() == from.Query() {
		return false
	}
	return hasAll(link.Query(), from.Query()) && hasAll(from.Query(), link.Query())
}

// hasAll reports whether the second query has every parameter of the first, but those that sort.
func hasAll(query, other string) bool {
	for name, value := range parameters(query) {
		if !sortParameters[strings.ToLower(name)] && !hasParameter(other, name, value) {
			return false
		}
	}
	return true
}

func hasParameter(query, name, value string) bool {
	for n, v := range parameters(query) {
		if n == name && v == value {
			return true
		}
	}
	return false
}
