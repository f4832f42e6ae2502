package main

import (
	"fmt"
	"strings"

	"sluice/crawl"
	"sluice/focus"
	"sluice/weburl"
	"sluice/weburl/trap"
)

// Help returns the long text of `sluice crawl`. The lists of strategies and rules are generated, so
// that the manual cannot lag behind the engine.
func (crawlCmd) Help() string {
	return `Crawls from the seeds, each URL once, until nothing is left or a limit is
reached. Everything goes to the library's folder: responses to archive/, facts
to catalog.db. While pages are fetched, documents are read, judged and described. Accepted
documents are searchable; the others go to the trash.

The same command on the same folder continues the crawl, whatever interrupted it: a
limit, Ctrl-C, a crash. Flags override the settings of the crawl so far, which override
sluice.yaml, which overrides the defaults. If you change a key of sluice.yaml after the
last run, the change counts. A finished crawl is not started again unless there are
new seeds or changed settings. With --again it starts again from its seeds and asks sites
only for changes; pages without any link to them are kept and not requested. New settings do
not affect links that were already refused; --again decides them again.

Ctrl-C once stops cleanly, twice stops at once; a closed terminal (SIGHUP) and SIGTERM stop
cleanly. Nothing is lost either way.

A document is a response whose content is PDF, PostScript, TeX, DVI, Word,
PowerPoint, OpenDocument, RTF or EPUB, also compressed. A page or a text is a document
if it reads like a paper, a thesis, a report or an FAQ and is accepted. Links to documents
are fetched before pages, also on hosts out of scope. A link leads to a document if its URL ends
like one, or if its page says it does (by the type of the link, citation_pdf_url, or
Signposting). On hosts out of scope, links that merely mention a format also count as
documents, in the URL (/pdf/1234.5678, ?file=x.ps) or in the text ("PDF"). The target of a redirect
from a link to a document counts as a document too.

TOPIC

With --topic, each page and each document gets a relevance from 0 to 1, which lists, ` + "`sluice report` and `sluice show`" + ` have;
conditions on it are such as 'relevance > 0.7'. Pages from the threshold of the topic on, 0.5 if it states no other,
become searchable. A topic of words is expanded once, as soon as ten pages are relevant by their main text, by the terms that these have and
other pages lack: all pages are judged again then, the report names the terms, and models/topic.yaml in the library has them. Give a
file with terms, as ` + "`sluice topic suggest`" + ` writes it, to choose them yourself. A topic does not change which pages are visited. ` + "`sluice help topic`" + ` explains topics.

STRATEGIES

` + strategyList() + `

Every strategy obeys the delays of hosts, and fetches links to documents before pages. You can
continue a crawl with another strategy: it places the links that wait already anew, by their URLs
and how far they are from the seeds.

LIMITS

With --max-pages, or --max-bytes, more links usually wait than can be requested. The requests that are left are then kept for the best
links: a host with worse ones waits while the delays of better hosts run, so the crawl brings more and takes longer. A host keeps others
waiting for links that it can be asked for within ten minutes; one that fails or pauses keeps none waiting. A crawl with one good host
so takes about a second for each page that is left, by the default --delay. Without such a limit, and while fewer links wait than requests are left, no
host waits for another. Only the strategy adaptive, the default, waits: it learns what links are worth.

` + patternsAndRules() + knowledgeAndRevisits + `EXIT CODES

` + "`0`: Nothing is left to fetch.\n\n`1`: No seed could be reached, or the crawl could not continue, for example because the disk is full. The same command tries again.\n\n" +
		"`2`: Invalid use, such as a seed that is no http or https URL.\n\n`3`: Stopped by a limit or by the user.\n" + `
EXAMPLES

    sluice crawl --contact me@example.org https://www.example.org/
    sluice crawl -d papers --seeds hosts.txt --scope list --max-pages 50000
    sluice crawl -d papers --strategy anchor-priority --max-time 2h
    sluice crawl -d papers --topic 'focused crawling, web crawlers'
    sluice crawl -d papers --again --requests 2000
    sluice crawl -d papers`
}

// patternsAndRules is the part of the help of `sluice crawl` on which URLs are refused.
func patternsAndRules() string {
	return `PATTERNS

` + "`.gif`: An ending of the path.\n\n`example.org, *.example.org`: A host; a host and its subdomains.\n\n" +
		"`http://www.example.org/a/`: The beginning of a URL.\n\n`/(en|de)/`: A regular expression for the whole URL, in Go's syntax (RE2).\n\n" + `
--ignore overrides --allow, and both override the built-in list of endings that are never
pages. A host in --allow extends the scope 'list'; it has no other effect.

RULES

The names for --rules; a minus sign before a name switches the rule off. Rules
of canonical URLs that are on: ` + ruleNames(true) + `. Off: ` + ruleNames(false) + `. Traps, all on: ` +
		strings.Join(append(trap.Names(), crawl.RuleNames()...), ", ") + `.

The rules whose names begin with document refuse files that are not documents of a library. Each refusal is recorded: the report
counts refusals, and ` + "`sluice show`" + ` shows that of a URL.

` + "`document-names`: The name of the file says that it is a CV, a flyer or a form (cv, resume, vita, flyer, registration-form). It is not requested.\n\n" +
		"`document-small`: The file is too small. Once a hundred documents of its type are accepted: smaller than all of them; before that: smaller than 8 kB, for PDF. With --knowledge: smaller than the floor that `sluice relearn` has learned of the type, if there is one; --test-share of them are fetched all the same.\n\n" +
		"`document-empty`: The file has no bytes.\n\n`document-large`: Its declared size is larger than --max-document-size.\n\n" +
		"`document-same-size`: With --again: the library has the document from this URL in the same size, and date or ETag have not changed.\n\n" +
		"`document-rejected`: With --again: the document from this URL was rejected, so a newer version is not fetched. An earlier version that was accepted, recognized by its size and its date or ETag, is fetched.\n" + `
All except the first are decided by the header of the response, and the body is not received. A pattern of --allow switches off the first for
matching URLs. ` + "`sluice add`" + ` accepts files of every name and size.

'same-answer' is for hosts that give the same response to every request. When some 200 responses of a
host are alike, Sluice requests a URL that no page links to. If the response is the same
again, links on such pages are not followed, except those to documents, and a host
that has hardly any other pages is not asked for more of them.

'challenge' is for responses that are not what was asked for: a check for robots, the block page of a filter, a login form,
a cookie wall, a parked domain, a rate limit. They are neither pages nor documents, and their links are not followed. A host
that answers with checks, blocks or limits is asked less and less often, and is given up after ten in a row. 'soft-404' is for
pages that say "not found" with a status that says otherwise: they count as errors. A host that has sent some pages and never
a 404 is asked once for a URL that nobody has linked to; pages like the answer are soft 404s, too. The archive keeps all of them.
Where a site is judged wrongly, switch the rule off, for example with --rules -challenge.

`
}

// knowledgeAndRevisits is the part of the help of `sluice crawl` on crawls after the first one.
const knowledgeAndRevisits = `KNOWLEDGE

With --knowledge a crawl leaves out links that by what earlier crawls of the library have learned lead to no document; ` + "`sluice knowledge`" + ` shows
what was learned of directories, and corrects it. In the report each URL left out has its cause.

` + "`knowledge: level`: Deeper than the deepest directory level on which a document of the site was found (five documents at least), else of the library, once --level-sites sites have five documents.\n\n" +
	"`knowledge: stop directory`: In a directory of a name under which every document was rejected, on all sites. Of pages, only those are left out whose directories never led to an accepted document either.\n\n" +
	"`knowledge: avoided directory`: In a directory of the site that, in three crawls, has led to no document.\n\n" +
	"`knowledge: avoided page`: A page that, in three crawls, has led to no document.\n\n" +
	"`knowledge: pattern`: Of a pattern of URLs of the site that never led to a document.\n" + `
Pages that have led to a document are never left out. Documents are left out only in stop directories. Of all else, --test-share is requested as a test, other
URLs in each crawl; what proves wrong is dropped. A first crawl has nothing to leave out. Like other
settings it stays on for later crawls (--no-knowledge switches it off).

With --early-stop a site is examined after 10,000 pages. If links to documents were found on fewer than 1% of them, and if that is still so after
1,000 more, the site is stopped; else it is examined again at every 10,000. The record of the site, in ` + "`sluice analyse`" + `, has the rule that stopped it, and how many documents
it is expected to have missed.

REVISITS

With --again a crawl requests the pages of its sites again, with the ETag and the date of the last response. With --requests N it requests
fewer: N requests a day are divided among all pages of the library by how often they change and what they have brought, and a page is due when it has
waited for its period, or when a sitemap announces a change of it. The plan of pages (` + "`sluice plan --pages`" + `) shows the division and what is due;
docs/cycles.md explains it.

The crawl has N requests for each day since the last crawl of sites, and the right part of N if that was less than a day ago. It requests one seed of each site in any case, and the pages and
sitemaps that are due on its sites, the most urgent first. What is new on them, what they link to elsewhere, pages whose change a sitemap announces while it runs, redirects
and retries count, too, and come before what is due and less urgent; dead links are requested again as seldom as a page that does not change. Only robots.txt, new sitemaps and new feeds come besides, and
sites of which the library had no page: they are crawled as a whole. What is left out has the cause 'not due' or, if no request was left for what is new, 'limit: requests' in the
report. A crawl that is interrupted continues with the requests that were left. Documents that the library has are not requested again; a crawl with --again alone asks for their changes.

`

// strategyList lists the strategies with what each does first.
func strategyList() string {
	var lines []string
	for _, s := range focus.Strategies() {
		needs := ""
		if s.Topic {
			needs = " (needs --topic)"
		}
		lines = append(lines, fmt.Sprintf("`%s`: %s%s.", s.Name, capitalized(s.Summary), needs))
	}
	return strings.Join(lines, "\n\n")
}

// capitalized returns a sentence with a capital letter; summaries of strategies begin with a
// small one.
func capitalized(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// ruleNames returns the rules of canonical URLs that are on, or off, by default.
func ruleNames(on bool) string {
	var names []string
	for _, name := range weburl.RuleNames() {
		if weburl.DefaultRules.Has(name) == on {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
