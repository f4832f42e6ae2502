package capture

import (
	"context"
	"io"

	"sluice/page"
	"sluice/text/vector"
	"sluice/topic"
	"sluice/weburl"
)

// maxPage is how much of a page is parsed, in bytes.
const maxPage = 1 << 20

// Text returns the text of the last body of a URL that is a page, in the fields by which pages are judged. It is nil if the archive does not have the
// page any more, or only a damaged record.
func (r *Reader) Text(ctx context.Context, url string) ([]vector.Field, error) {
	u, err := weburl.NoRules().Parse(url)
	if err != nil {
		return nil, nil
	}
	body, err := r.Latest(ctx, url)
	if err != nil {
		return nil, context.Cause(ctx)
	}
	defer body.Close()
	html, err := io.ReadAll(io.LimitReader(body, maxPage))
	if err != nil {
		return nil, context.Cause(ctx)
	}
	var parser page.Parser
	p := parser.Parse(html, page.Source{URL: u, ContentType: "text/html"})
	defer p.Release()
	return topic.Page(p, nil), nil
}
