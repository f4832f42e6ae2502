package harvest

// advice is what people can do about a miss, by its cause.
var advice = map[Cause]string{
	NoPlace:      "add a URL or DOI to the record, or ask a search engine ('--engine')",
	NoEngine:     "run the harvest again later, or ask another engine",
	NoHomepage:   "ask another engine",
	NotThere:     "the author does not offer it: ask the author",
	NotRequested: "the detail names the rule; sluice.yaml has those of the library",
	Robots:       "the site does not want programs: get it with a browser, then 'sluice add FILE'",
	Dead:         "look in a web archive, or for a newer address",
	NotFound:     "look in a web archive, or for a newer address",
	Unreachable:  "run the harvest again later",
	Login:        "get it with a browser, if your institution has access, then 'sluice add FILE'",
	Challenged:   "get it with a browser, then 'sluice add FILE'",
	NoLink:       "open the page: the paper is often sold only, and may stand elsewhere",
	NotAFile:     "open the page: it may ask for consent, or lead to the paper",
	OtherType:    "open the address: what stands there is in no format in which works are written",
	Unread:       "'sluice doctor' says which program is missing; then 'sluice convert', and the harvest again",
	Another:      "compare them: the record or the link is wrong; if it is the work, 'sluice judge --accept'",
}

// Advice returns what people can do about a miss, in words; empty for a cause of another version of the program.
func (c Cause) Advice() string { return advice[c] }
