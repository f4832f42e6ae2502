package trap

import (
	"strings"

	"sluice/weburl"
)

// forumScripts are names of scripts that act in a forum and show nothing new, in lower case.
var forumScripts = setOf("posting.php", "memberlist.php", "ucp.php", "mcp.php", "newreply.php", "newthread.php",
	"sendmessage.php", "privmsg.php", "private.php", "groupcp.php", "viewonline.php", "online.php", "report.php", "printthread.php")

// forumThreads are names of scripts that show a thread or a list of threads. Each has many views of the same content.
var forumThreads = setOf("viewtopic.php", "viewforum.php", "showthread.php", "forumdisplay.php", "index.php", "ubbthreads.php",
	"thread.jspa", "forum.php", "topic.php", "yabb.pl", "yabb.cgi")

// forumViews are, by parameter, the values that select another view of a thread.
var forumViews = map[string]map[string]bool{
	"view":   setOf("next", "previous", "print", "newest", "unread", "getnewpost", "getlastpost", "old", "new"),
	"goto":   setOf("newpost", "lastpost", "nextnewest", "nextoldest", "nextnew", "findpost"),
	"mode":   setOf("reply", "quote", "post", "newtopic", "viewprofile", "email", "report", "threaded", "hybrid", "linear", "viewcount"),
	"action": setOf("printpage", "reply", "quote", "post", "post2", "profile", "pm", "markasread", "notify", "sendtopic", "reporttm", "who", "stats"),
}

// isForumView reports whether a link leads to another view of a thread of a forum or of comments in a blog.
func isForumView(link weburl.URL) bool {
	name := strings.ToLower(nameOf(link))
	if forumScripts[name] {
		return true
	}
	thread := forumThreads[name]
	for parameter, value := range link.Parameters() {
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
