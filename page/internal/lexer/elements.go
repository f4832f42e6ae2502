package lexer

// Tag is a known element name; TagNone is any other.
type Tag uint8

// String returns the name, "" for TagNone.
func (t Tag) String() string { return tags[t].name }

// Traits returns what the name alone says of an element.
func (t Tag) Traits() Trait { return tags[t].traits }

// Key returns the key of the name.
func (t Tag) Key() Key { return tagsByName.keys[t] }

// Trait is a set of what an element's name alone says of it, by the tree construction of the HTML standard.
type Trait uint32

// The traits. They are what the standard lists element by element; a switch over names would take most of the time of
// tree construction.
const (
	Void         Trait = 1 << iota // has no content and no end tag
	Block                          // its edges separate words
	Edge                           // its beginning separates words, as that of a block, but it may be part of a line
	RawText                        // its content is text up to its end tag
	Special                        // an end tag of an ordinary element does not reach beyond it
	Scope                          // hardly any end tag reaches beyond it
	Marker                         // formatting that begins in it ends in it
	Formatting                     // stays open when an element around it ends
	ClosesP                        // ends an open p element
	Heading                        // h1 to h6
	Emphasis                       // stressed text
	Head                           // may be in the head
	Breakout                       // ends SVG or MathML around it
	TableContext                   // tr, td and their like, of no meaning outside tables
	Integration                    // HTML again within SVG or MathML
	Unseen                         // within SVG or MathML: not shown
)

// The elements that the parser of pages treats one by one.
const (
	TagNone Tag = iota
	TagA
	TagArea
	TagBase
	TagBody
	TagBr
	TagButton
	TagCaption
	TagCol
	TagDD
	TagDT
	TagEmbed
	TagForm
	TagFrame
	TagFrameset
	TagHead
	TagHTML
	TagIFrame
	TagImage
	TagImg
	TagInput
	TagLabel
	TagLI
	TagLink
	TagMath
	TagMeta
	TagNoframes
	TagNoscript
	TagObject
	TagOL
	TagOptgroup
	TagOption
	TagP
	TagParam
	TagPlaintext
	TagScript
	TagSelect
	TagSource
	TagStyle
	TagSVG
	TagTable
	TagTBody
	TagTD
	TagTemplate
	TagTextarea
	TagTFoot
	TagTH
	TagTHead
	TagTitle
	TagTR
	TagTrack
	TagUL
	TagVideo
	TagAudio
	tagFirstPlain // only the traits of names from here on matter
)

// container has the traits of most elements with lines of their own.
const container = Block | Special | ClosesP | Breakout

// tags lists the known elements; those after tagFirstPlain have no constant.
var tags = [...]struct {
	name   string
	traits Trait
}{
	TagNone:      {},
	TagA:         {"a", Formatting},
	TagArea:      {"area", Void | Special},
	TagBase:      {"base", Void | Head | Special},
	TagBody:      {"body", Block | Special | Breakout},
	TagBr:        {"br", Void | Block | Special | Breakout},
	TagButton:    {"button", Edge | Special},
	TagCaption:   {"caption", Block | Special | Scope | Marker | TableContext},
	TagCol:       {"col", Void | Special | TableContext},
	TagDD:        {"dd", container},
	TagDT:        {"dt", container},
	TagEmbed:     {"embed", Void | Special | Breakout},
	TagForm:      {"form", Block | Special | ClosesP},
	TagFrame:     {"frame", Void | Special},
	TagFrameset:  {"frameset", Block | Special},
	TagHead:      {"head", Head | Special | Breakout},
	TagHTML:      {"html", Block | Special | Scope},
	TagIFrame:    {"iframe", RawText | Edge | Special},
	TagImage:     {"image", 0},
	TagImg:       {"img", Void | Special | Breakout},
	TagInput:     {"input", Void | Special},
	TagLabel:     {"label", 0},
	TagLI:        {"li", container},
	TagLink:      {"link", Void | Head | Special},
	TagMath:      {"math", 0},
	TagMeta:      {"meta", Void | Head | Special | Breakout},
	TagNoframes:  {"noframes", Block | Head | Special},
	TagNoscript:  {"noscript", Head | Special},
	TagObject:    {"object", Edge | Special | Scope | Marker},
	TagOL:        {"ol", container},
	TagOptgroup:  {"optgroup", Block},
	TagOption:    {"option", Block},
	TagP:         {"p", container},
	TagParam:     {"param", Void | Special},
	TagPlaintext: {"plaintext", Block | Special | ClosesP},
	TagScript:    {"script", RawText | Head | Special | Unseen},
	TagSelect:    {"select", Edge | Special},
	TagSource:    {"source", Void | Special},
	TagStyle:     {"style", RawText | Head | Special | Unseen},
	TagSVG:       {"svg", 0},
	TagTable:     {"table", Block | Special | Scope | Breakout},
	TagTBody:     {"tbody", Block | Special | TableContext},
	TagTD:        {"td", Block | Special | Scope | Marker | TableContext},
	TagTemplate:  {"template", Head | Special | Scope | Marker},
	TagTextarea:  {"textarea", RawText | Edge | Special},
	TagTFoot:     {"tfoot", Block | Special | TableContext},
	TagTH:        {"th", Block | Special | Scope | Marker | TableContext | Emphasis},
	TagTHead:     {"thead", Block | Special | TableContext},
	TagTitle:     {"title", RawText | Head | Special | Integration | Unseen},
	TagTR:        {"tr", Block | Special | TableContext},
	TagTrack:     {"track", Void | Special},
	TagUL:        {"ul", container},
	TagVideo:     {"video", Edge},
	TagAudio:     {"audio", Edge},

	tagFirstPlain: {"abbr", 0},
	{"address", Block | Special | ClosesP},
	{"annotation", Unseen},
	{"annotation-xml", Unseen | Scope},
	{"applet", Edge | Special | Scope | Marker},
	{"article", Block | Special | ClosesP},
	{"aside", Block | Special | ClosesP},
	{"b", Formatting | Emphasis | Breakout},
	{"basefont", Void | Head | Special},
	{"bgsound", Void | Head | Special},
	{"big", Formatting | Breakout},
	{"blockquote", container},
	{"center", container},
	{"cite", 0},
	{"code", Formatting | Breakout},
	{"colgroup", Block | Special | TableContext},
	{"datalist", Block},
	{"desc", Integration | Unseen | Scope},
	{"details", Block | Special | ClosesP},
	{"dfn", Emphasis},
	{"dialog", Block | Special | ClosesP},
	{"dir", Block | Special | ClosesP},
	{"div", container},
	{"dl", container},
	{"em", Formatting | Emphasis | Breakout},
	{"fieldset", Block | Special | ClosesP},
	{"figcaption", Block | Special | ClosesP},
	{"figure", Block | Special | ClosesP},
	{"font", Formatting},
	{"footer", Block | Special | ClosesP},
	{"foreignobject", Integration | Scope | Block},
	{"h1", container | Heading},
	{"h2", container | Heading},
	{"h3", container | Heading},
	{"h4", container | Heading},
	{"h5", container | Heading},
	{"h6", container | Heading},
	{"header", Block | Special | ClosesP},
	{"hgroup", Block | Special | ClosesP},
	{"hr", container | Void},
	{"i", Formatting | Emphasis | Breakout},
	{"keygen", Void | Special},
	{"legend", Block},
	{"listing", container},
	{"main", Block | Special | ClosesP},
	{"map", 0},
	{"mark", Emphasis},
	{"marquee", Edge | Special | Scope | Marker},
	{"menu", container},
	{"metadata", Unseen},
	{"mi", Integration | Scope},
	{"mn", Integration | Scope},
	{"mo", Integration | Scope},
	{"ms", Integration | Scope},
	{"mtext", Integration | Scope},
	{"nav", Block | Special | ClosesP},
	{"nobr", Formatting | Breakout},
	{"noembed", RawText | Special},
	{"pre", container},
	{"rp", 0},
	{"rt", Edge},
	{"ruby", Breakout},
	{"s", Formatting | Breakout},
	{"search", Block | Special | ClosesP},
	{"section", Block | Special | ClosesP},
	{"small", Formatting | Breakout},
	{"span", Breakout},
	{"strike", Formatting | Breakout},
	{"strong", Formatting | Emphasis | Breakout},
	{"sub", Breakout},
	{"summary", Block | Special | ClosesP},
	{"sup", Breakout},
	{"tt", Formatting | Breakout},
	{"u", Formatting | Emphasis | Breakout},
	{"var", Breakout},
	{"wbr", Void | Special},
	{"xmp", RawText | Block | Special | ClosesP},
}
