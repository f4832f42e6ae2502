package main

type trainCmd struct {
	Genre trainGenreCmd `cmd:"" help:"Train the document filter on files whose genres are known."`
}

type trainGenreCmd struct {
	folder
}

func (cmd *trainGenreCmd) Run(c *console) error { return nil }
