package weburl

import "strings"

// defaultPages are the usual names, in lower case, of the page that servers send for a directory.
var defaultPages = nameSet(
	"index.html", "index.htm", "index.shtml", "index.shtm", "index.xhtml", "index.xht", "index.php", "index.php3",
	"index.php4", "index.php5", "index.phtml", "index.asp", "index.aspx", "index.jsp", "index.jspx", "index.jspa", "index.jsf",
	"index.cgi", "index.pl", "index.cfm",
	"default.htm", "default.html", "default.asp", "default.aspx", "default.php", "default.php3", "default.php4",
	"default.php5", "default.jsp", "home.html",
	"home.htm",
	"welcome.html", "welcome.htm", "main.html", "main.htm",
)

// DefaultPage returns the URL of the directory whose default page u seems to be: http://h/a/ for
// http://h/a/index.html. It reports false, and returns u, if u has another name or a query. Only the
// server knows whether the two are one page.
func (u URL) DefaultPage() (URL, bool) {
	name := u.base()
	if int(u.query) != len(u.s) || !isDefaultPage(name) {
		return u, false
	}
	u.s = u.s[:len(u.s)-len(name)]
	u.query = uint16(len(u.s))
	return u, true
}

// isDefaultPage reports whether a name is among defaultPages. It is called for each link, so it rejects most names without
// the map.
func isDefaultPage(name string) bool {
	if len(name) < len("main.htm") || len(name) > len("default.html") {
		return false
	}
	switch name[0] | 0x20 {
	case 'i', 'd', 'h', 'w', 'm':
		return defaultPages[strings.ToLower(name)]
	}
	return false
}
