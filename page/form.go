package page

import (
	"bytes"
	"strings"

	"sluice/page/internal/lexer"
	"sluice/weburl"
)

// Form is a form of a page.
type Form struct {
	Action weburl.URL // where the form is sent; the page itself by default
	Method string     // "get" or "post"
	Name   string     // or the id
	Fields []Field
}

// Field is a control of a form.
type Field struct {
	Type    string // of an input element, in lower case ("text" by default), or "select", "textarea", "button"
	Name    string
	Value   string // the initial value; of a select element, that of the selected option
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

// formReader collects the forms of a page. A control belongs to the form that began last, as long as that has not ended,
// wherever the elements are: pages often spread their forms over tables.
type formReader struct {
	page   *Page
	lex    *lexer.Lexer
	values *values
	text   *textReader

	isOpen   bool   // the last form has not ended
	choice   *Field // the open select element
	hasValue bool   // its last option has its value, from an attribute or its text
	labeled  *Field // the last control within the open label
	pushed   *Field // the open button
	fields   int
	options  int
	actions  [][]byte
	ids      []controlID
	labels   []label
}

// controlID is the id attribute of a control, and which control has it.
type controlID struct {
	id          string
	form, field int
}

// label is the text of a label element for the control of an id.
type label struct {
	id   string
	text string
}

// reset begins another page; a nil page drops what belongs to the last one.
func (r *formReader) reset(pg *Page, lex *lexer.Lexer, v *values, text *textReader) {
	clear(r.ids)
	clear(r.labels)
	clear(r.actions)
	*r = formReader{page: pg, lex: lex, values: v, text: text, actions: r.actions[:0], ids: r.ids[:0], labels: r.labels[:0]}
}

// openForm begins a form. It ends the form before, whose end tag is often missing.
func (r *formReader) openForm() {
	r.closeForm()
	if len(r.page.Forms) >= MaxForms {
		return
	}
	f := Form{Method: "get", Name: r.values.attribute(lexer.AttrName)}
	if strings.EqualFold(r.values.attribute(lexer.AttrMethod), "post") {
		f.Method = "post"
	}
	if f.Name == "" {
		f.Name = r.values.attribute(lexer.AttrID)
	}
	action, _ := r.lex.Attr(lexer.AttrAction)
	r.actions = append(r.actions, bytes.Clone(r.values.reference(action[:min(len(action), maxReference)])))
	r.page.Forms = append(r.page.Forms, f)
	r.isOpen = true
}

// closeForm ends the form: later controls belong to none.
func (r *formReader) closeForm() { r.isOpen, r.choice, r.labeled, r.pushed = false, nil, nil, nil }

// add adds a control of the lexer's tag. It returns nil if the control belongs to no form.
func (r *formReader) add(kind string) *Field {
	r.choice, r.pushed = nil, nil
	if !r.isOpen || r.fields >= maxFields {
		return nil
	}
	r.fields++
	last := len(r.page.Forms) - 1
	f := &r.page.Forms[last]
	f.Fields = append(f.Fields, Field{Type: kind, Name: r.values.attribute(lexer.AttrName), Value: r.values.attribute(lexer.AttrValue)})
	field := &f.Fields[len(f.Fields)-1]
	for _, id := range [...]lexer.Attr{lexer.AttrAriaLabel, lexer.AttrPlaceholder, lexer.AttrTitle} {
		if field.Label == "" {
			field.Label = strings.Join(strings.Fields(r.values.attribute(id)), " ")
		}
	}
	if id := r.values.attribute(lexer.AttrID); id != "" {
		r.ids = append(r.ids, controlID{id, last, len(f.Fields) - 1})
	}
	r.labeled = field
	return field
}

// addInput adds an input element.
func (r *formReader) addInput() {
	kind := strings.ToLower(r.values.attribute(lexer.AttrType))
	if kind == "" {
		kind = "text"
	}
	if f := r.add(kind); f != nil {
		_, f.Checked = r.lex.Attr(lexer.AttrChecked)
	}
}

// addTextarea adds a textarea element with its content.
func (r *formReader) addTextarea(content string) {
	if f := r.add("textarea"); f != nil {
		f.Value = content
	}
}

// openButton adds a button element, whose text follows.
func (r *formReader) openButton() { r.pushed = r.add("button") }

// closeButton uses the text of the button as its label, unless it has one.
func (r *formReader) closeButton(s Span) {
	if r.pushed != nil && r.pushed.Label == "" {
		r.pushed.Label = r.text.value(s)
	}
	r.pushed = nil
}

// openSelect adds a select element, whose options follow.
func (r *formReader) openSelect() { r.choice = r.add("select") }

// closeSelect ends the options of the select element.
func (r *formReader) closeSelect() { r.choice = nil }

// openOption adds an option of the open select element.
func (r *formReader) openOption() {
	if r.choice == nil || r.options >= maxOptions {
		r.hasValue = true
		return
	}
	r.options++
	o := Option{Value: r.values.attribute(lexer.AttrValue)}
	_, r.hasValue = r.lex.Attr(lexer.AttrValue)
	_, o.Selected = r.lex.Attr(lexer.AttrSelected)
	r.choice.Options = append(r.choice.Options, o)
}

// closeOption sets the text of the last option. Without a value attribute the text is the value.
func (r *formReader) closeOption(s Span) {
	if r.choice == nil || len(r.choice.Options) == 0 {
		return
	}
	o := &r.choice.Options[len(r.choice.Options)-1]
	if o.Text = r.text.value(s); !r.hasValue {
		o.Value, r.hasValue = o.Text, true
	}
	if o.Selected {
		r.choice.Value = o.Value
	}
}

// openLabel begins a label: the next control is the one inside it.
func (r *formReader) openLabel() { r.labeled = nil }

// closeLabel uses the text of a label for the control with the id that it names, or else for the control inside it.
func (r *formReader) closeLabel(id []byte, s Span) {
	text := r.text.value(s)
	switch {
	case text == "":
	case len(id) > 0:
		if len(r.labels) < maxFields {
			r.labels = append(r.labels, label{string(r.values.decode(id)), text})
		}
	case r.labeled != nil:
		r.labeled.Label = text
	}
	r.labeled = nil
}

// finish resolves the actions, and sets the labels of the controls that they name.
func (r *formReader) finish(base *weburl.Base) {
	for i := range r.page.Forms {
		r.page.Forms[i].Action, _ = base.Resolve(r.actions[i])
		if len(r.actions[i]) == 0 {
			r.page.Forms[i].Action = r.page.URL
		}
	}
	if len(r.labels) > 0 {
		named := make(map[string]string, len(r.labels))
		for _, l := range r.labels {
			named[l.id] = l.text
		}
		for _, c := range r.ids {
			if text, ok := named[c.id]; ok {
				r.page.Forms[c.form].Fields[c.field].Label = text
			}
		}
	}
	r.reset(nil, nil, nil, nil)
}
