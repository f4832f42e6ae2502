// Package catalogue keeps the catalogue of a library: every fact about a crawl that a person may
// ask for, and the rows of the documents that it found. It is one SQLite file.
//
// [Open] a catalogue, or make one in memory with [NewMemory]. A crawl writes what it did in
// groups, with [Catalogue.Commit], and queries what it must know of earlier work
// ([Catalogue.Copies], [Catalogue.Validator], [Catalogue.Robots], [Catalogue.Site]). A person's
// questions are answered by [Catalogue.List], [Catalogue.Report] and [Catalogue.Show], and by
// the views of the database itself, with any SQLite tool.
//
// A crawl hands documents over through a queue: a group adds each body that is to be read
// ([Fetch].Intake). An intake reads the [Queue], stores the file in the repository (see package
// repository) and files what it found with [Documents.File], which deletes the row of the
// queue. Decisions of people about documents come through the repository, too. They take
// precedence over what was found automatically.
//
// # Contract
//
// A group is one transaction and durable when Commit returns; a group that was written
// before is ignored. One goroutine at a time writes (others wait), any number read meanwhile, in this
// process and in others. Reading never waits for writing, except for a catalogue in memory.
//
// # Rows
//
// A URL that was requested has one row: its last state, and the last body that was got. A later
// fetch that brings no body (an error, "not modified", a redirect) changes the state and leaves
// the body's columns as they are, so that a document stays listed and readable while its server
// fails. Every fetch of a URL that was fetched more than once is in the table of
// fetches as well.
//
// Text is stored as UTF-8 without NUL; other bytes become U+FFFD, and no text is longer than 16
// KiB. Times are kept to the microsecond.
package catalogue
