package page

import (
	"bytes"
	"strings"

	"sluice/weburl"
)

// Form is a form of a page.
type Form struct {
	Action weburl.URL // where it is sent; the page itself when it names nothing
	Method string     // "get" or "post"
	Name   string     // or the id
	Fields []Field
}

// Field is a control of a form.
type Field struct {
	Type    string // of an input element, in lower case ("text" by default), or "select", "textarea", "button"
	Name    string
	Value   string // at the beginning; of a select element, that of its selected option
	Label   string // text of its label element, else the aria-label, placeholder or title attribute
	Checked bool
	Options []Option // of a select element
}

// Option is a choice of a select element.
type Option struct {
	Value    string
	Text     string
	Selected bool
}

// formReader gathers the forms of a page. A control belongs to the form that began last, as long as that has not ended,
// wherever the elements stand: pages often cut their forms across tables.
type formReader struct {
	p       *Parser
	open    bool   // the last form has not ended
	choice  *Field // the open select element
	valued  bool   // its last option has a value attribute
	inside  *Field // the last control within the open label
	pushed  *Field // the open button
	fields  int
	options int
	actions [][]byte
	ids     []controlID
	labels  []label
}

type controlID struct {
	id          string
	form, field int
}

type label struct {
	id   string
	text string
}

func (r *formReader) reset(p *Parser) {
	clear(r.ids)
	clear(r.labels)
	clear(r.actions)
	*r = formReader{p: p, actions: r.actions[:0], ids: r.ids[:0], labels: r.labels[:0]}
}

func (r *formReader) opens() {
	p := r.p
	r.ends()
	if len(p.page.Forms) >= MaxForms {
		return
	}
	f := Form{Method: "get", Name: p.attribute(attrName)}
	if strings.EqualFold(p.attribute(attrMethod), "post") {
		f.Method = "post"
	}
	if f.Name == "" {
		f.Name = p.attribute(attrID)
	}
	action, _ := p.lex.get(attrAction)
	r.actions = append(r.actions, bytes.Clone(p.query(bytes.TrimSpace(p.value(action[:min(len(action), maxReference)])))))
	p.page.Forms = append(p.page.Forms, f)
	r.open = true
}

func (r *formReader) ends() { r.open, r.choice, r.inside, r.pushed = false, nil, nil, nil }

// add adds a control of the lexer's tag; nil when it belongs to no form.
func (r *formReader) add(kind string) *Field {
	r.choice, r.pushed = nil, nil
	if !r.open || r.fields >= MaxFields {
		return nil
	}
	r.fields++
	p := r.p
	last := len(p.page.Forms) - 1
	f := &p.page.Forms[last]
	f.Fields = append(f.Fields, Field{Type: kind, Name: p.attribute(attrName), Value: p.attribute(attrValue)})
	field := &f.Fields[len(f.Fields)-1]
	for _, id := range [...]attr{attrAriaLabel, attrPlaceholder, attrTitle} {
		if field.Label == "" {
			field.Label = strings.Join(strings.Fields(p.attribute(id)), " ")
		}
	}
	if id := p.attribute(attrID); id != "" {
		r.ids = append(r.ids, controlID{id, last, len(f.Fields) - 1})
	}
	r.inside = field
	return field
}

func (r *formReader) input() {
	kind := strings.ToLower(r.p.attribute(attrType))
	if kind == "" {
		kind = "text"
	}
	if f := r.add(kind); f != nil {
		_, f.Checked = r.p.lex.get(attrChecked)
	}
}

func (r *formReader) textarea(content string) {
	if f := r.add("textarea"); f != nil {
		f.Value = content
	}
}

func (r *formReader) button() { r.pushed = r.add("button") }

func (r *formReader) buttonCloses(s Span) {
	if r.pushed != nil && r.pushed.Label == "" {
		r.pushed.Label = r.spanned(s)
	}
	r.pushed = nil
}

func (r *formReader) selects() { r.choice = r.add("select") }

func (r *formReader) option() {
	if r.choice == nil || r.options >= MaxOptions {
		r.valued = true
		return
	}
	r.options++
	p := r.p
	o := Option{Value: p.attribute(attrValue)}
	_, r.valued = p.lex.get(attrValue)
	_, o.Selected = p.lex.get(attrSelected)
	r.choice.Options = append(r.choice.Options, o)
}

func (r *formReader) optionCloses(s Span) {
	if r.choice == nil || len(r.choice.Options) == 0 {
		return
	}
	o := &r.choice.Options[len(r.choice.Options)-1]
	if o.Text = r.spanned(s); !r.valued {
		o.Value, r.valued = o.Text, true
	}
	if o.Selected {
		r.choice.Value = o.Value
	}
}

func (r *formReader) label() { r.inside = nil }

// labelCloses gives a label's text to the control that it names by its id, or else holds.
func (r *formReader) labelCloses(id []byte, s Span) {
	text := r.spanned(s)
	switch {
	case text == "":
	case len(id) > 0:
		if len(r.labels) < MaxFields {
			r.labels = append(r.labels, label{string(r.p.value(id)), text})
		}
	case r.inside != nil:
		r.inside.Label = text
	}
	r.inside = nil
}

func (r *formReader) spanned(s Span) string {
	return string(trim(r.p.text.dst[s.Start:min(s.End, s.Start+MaxValue)]))
}

// finish resolves the actions, and gives the labels to the controls that they name.
func (r *formReader) finish() {
	p := r.p
	for i := range p.page.Forms {
		p.page.Forms[i].Action, _ = p.base.Resolve(r.actions[i])
		if len(r.actions[i]) == 0 {
			p.page.Forms[i].Action = p.page.URL
		}
	}
	if len(r.labels) > 0 {
		named := make(map[string]string, len(r.labels))
		for _, l := range r.labels {
			named[l.id] = l.text
		}
		for _, c := range r.ids {
			if text, ok := named[c.id]; ok {
				p.page.Forms[c.form].Fields[c.field].Label = text
			}
		}
	}
	r.reset(nil)
}
