// Package repository keeps the documents of a library: the files, by their hashes, beside the
// catalogue that has their rows.
//
// [Open] the repository of a catalogue, [Repository.Store] a file, and [Repository.File] what
// was read of it. What people decide about documents ([Repository.Judge], [Repository.Edit],
// [Repository.Remove]) is written to a journal first and then to the catalogue.
// [Repository.Verify] compares files and rows.
package repository
