package content

// Type is the format of a file or of the body of a response.
type Type struct {
	// Name is a short name of the format, such as "pdf" or "html"; or one of the classes image, audio, video, font, archive and program;
	// "binary" if nothing is known, or "empty".
	Name string
	// MIME is the media type that stands for the format, in lower case and without parameters; application/octet-stream if it has none.
	MIME string
	// Document reports whether the format is one of documents: PDF, PostScript, TeX, DVI, Word, PowerPoint, OpenDocument, RTF, EPUB, JATS and
	// TEI. HTML, text, Markdown and AsciiDoc can be documents too, but only their content shows it.
	Document bool
	// Compressed is the compression of the body: "gzip", "compress", "bzip2", or "" for none. The other fields then describe what is inside.
	Compressed string
}
