package repository_test

import "sluice/internal/catalogue/catalogtest"

var (
	open           = catalogtest.Open
	memory         = catalogtest.Memory
	commit         = catalogtest.Commit
	newFetch       = catalogtest.NewFetch
	newGroup       = catalogtest.NewGroup
	queue          = catalogtest.Queue
	wanted         = catalogtest.NewDocuments
	list           = catalogtest.List
	count          = catalogtest.Count
	shelf          = catalogtest.New
	openRepository = catalogtest.OpenRepository
	sumOf          = catalogtest.Sum
	day            = catalogtest.Day
	paper          = catalogtest.Paper
	stored         = catalogtest.Stored
	file           = catalogtest.File
	got            = catalogtest.Got
	folderOf       = catalogtest.Folder
	files          = catalogtest.Files
	at             = catalogtest.At
)
