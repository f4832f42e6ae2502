// Package library keeps the catalogue, every fact about a crawl that a person asks for, and the documents that were got.
//
// [Open] a catalogue, or make one in memory with [NewMemory]. A crawl writes what it did in groups, with
// [Catalogue.Commit], and asks for what it must know of earlier work ([Catalogue.Copies], [Catalogue.Validator],
// [Catalogue.Robots], [Catalogue.Site]). A person's questions are answered by [Catalogue.List],
// [Catalogue.Report] and [Catalogue.Show], and by the views of the database itself, with any SQLite tool.
//
// The catalogue's document half stands on a queue: a group enters in it each body that is to be read ([Fetch].Intake).
// Whoever reads takes from it with [Catalogue.Queue], stores the file in the [Repository] and enters what it found with
// [Repository.File], which ends the queueing. What people say of documents goes through the Repository, too, and stands
// over all that is found by machines.
//
// # Contract
//
// A group is one transaction and durable when Commit returns; a group already written is passed over whole.
// One goroutine at a time writes (others wait), any number read meanwhile, in this process and in others.
// Reading never waits for writing, but for a catalogue in memory.
//
// # Rows
//
// A URL that was asked for has one row: its last state, and the last body that was got. A later fetch that
// brings no body (an error, "not modified", a redirect) changes the state and leaves the body's columns as
// they are, so that a document stays listed and readable when its server has a bad day. Every fetch of a URL
// that was fetched more than once is in the table of fetches as well.
//
// Text is stored as UTF-8 without NUL; other bytes become U+FFFD, and no text is longer than 16 KiB. Times
// are kept to the microsecond.
package catalogue
