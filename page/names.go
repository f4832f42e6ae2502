package page

// tag is a known element name; 0 is any other.
type tag uint8

// trait is what an element's name alone says of it, as the tree construction of the HTML standard has it.
type trait uint32

const (
	void         trait = 1 << iota // has no content and no end tag
	block                          // its edges separate words
	edge                           // its beginning separates words, as a block's, but it may stand within a line
	rawText                        // its content is text up to the end tag
	special                        // an end tag of an ordinary element does not reach beyond it
	scope                          // hardly any end tag reaches beyond it
	marker                         // formatting that begins in it ends in it
	formatting                     // goes on when an element around it ends
	closesP                        // ends an open p element
	heading                        // h1 to h6
	emphasis                       // stressed text
	head                           // may stand in the head
	breakout                       // ends SVG or MathML around it
	tableContext                   // tr, td and their like, of no meaning outside tables
	integration                    // HTML again within SVG or MathML
	unseen                         // within SVG or MathML: not shown
)

const (
	tagNone tag = iota
	tagA
	tagArea
	tagBase
	tagBody
	tagBr
	tagButton
	tagCaption
	tagCol
	tagDD
	tagDT
	tagEmbed
	tagForm
	tagFrame
	tagFrameset
	tagHead
	tagHTML
	tagIFrame
	tagImage
	tagImg
	tagInput
	tagLabel
	tagLI
	tagLink
	tagMath
	tagMeta
	tagNoframes
	tagNoscript
	tagObject
	tagOL
	tagOptgroup
	tagOption
	tagP
	tagParam
	tagPlaintext
	tagScript
	tagSelect
	tagSource
	tagStyle
	tagSVG
	tagTable
	tagTBody
	tagTD
	tagTemplate
	tagTextarea
	tagTFoot
	tagTH
	tagTHead
	tagTitle
	tagTR
	tagTrack
	tagUL
	tagVideo
	tagAudio
	tagFirstPlain // names from here on are known by their traits alone
)

const container = block | special | closesP | breakout

// tags lists the known elements; those after tagFirstPlain have no constant.
var tags = [...]struct {
	name   string
	traits trait
}{
	tagNone:      {},
	tagA:         {"a", formatting},
	tagArea:      {"area", void | special},
	tagBase:      {"base", void | head | special},
	tagBody:      {"body", block | special | breakout},
	tagBr:        {"br", void | block | special | breakout},
	tagButton:    {"button", edge | special},
	tagCaption:   {"caption", block | special | scope | marker | tableContext},
	tagCol:       {"col", void | special | tableContext},
	tagDD:        {"dd", container},
	tagDT:        {"dt", container},
	tagEmbed:     {"embed", void | special | breakout},
	tagForm:      {"form", block | special | closesP},
	tagFrame:     {"frame", void | special},
	tagFrameset:  {"frameset", block | special},
	tagHead:      {"head", head | special | breakout},
	tagHTML:      {"html", block | special | scope},
	tagIFrame:    {"iframe", rawText | edge | special},
	tagImage:     {"image", 0},
	tagImg:       {"img", void | special | breakout},
	tagInput:     {"input", void | special},
	tagLabel:     {"label", 0},
	tagLI:        {"li", container},
	tagLink:      {"link", void | head | special},
	tagMath:      {"math", 0},
	tagMeta:      {"meta", void | head | special | breakout},
	tagNoframes:  {"noframes", block | head | special},
	tagNoscript:  {"noscript", head | special},
	tagObject:    {"object", edge | special | scope | marker},
	tagOL:        {"ol", container},
	tagOptgroup:  {"optgroup", block},
	tagOption:    {"option", block},
	tagP:         {"p", container},
	tagParam:     {"param", void | special},
	tagPlaintext: {"plaintext", block | special | closesP},
	tagScript:    {"script", rawText | head | special | unseen},
	tagSelect:    {"select", edge | special},
	tagSource:    {"source", void | special},
	tagStyle:     {"style", rawText | head | special | unseen},
	tagSVG:       {"svg", 0},
	tagTable:     {"table", block | special | scope | breakout},
	tagTBody:     {"tbody", block | special | tableContext},
	tagTD:        {"td", block | special | scope | marker | tableContext},
	tagTemplate:  {"template", head | special | scope | marker},
	tagTextarea:  {"textarea", rawText | edge | special},
	tagTFoot:     {"tfoot", block | special | tableContext},
	tagTH:        {"th", block | special | scope | marker | tableContext | emphasis},
	tagTHead:     {"thead", block | special | tableContext},
	tagTitle:     {"title", rawText | head | special | integration | unseen},
	tagTR:        {"tr", block | special | tableContext},
	tagTrack:     {"track", void | special},
	tagUL:        {"ul", container},
	tagVideo:     {"video", edge},
	tagAudio:     {"audio", edge},

	tagFirstPlain: {"abbr", 0},
	{"address", block | special | closesP},
	{"annotation", unseen},
	{"annotation-xml", unseen | scope},
	{"applet", edge | special | scope | marker},
	{"article", block | special | closesP},
	{"aside", block | special | closesP},
	{"b", formatting | emphasis | breakout},
	{"basefont", void | head | special},
	{"bgsound", void | head | special},
	{"big", formatting | breakout},
	{"blockquote", container},
	{"center", container},
	{"cite", 0},
	{"code", formatting | breakout},
	{"colgroup", block | special | tableContext},
	{"datalist", block},
	{"desc", integration | unseen | scope},
	{"details", block | special | closesP},
	{"dfn", emphasis},
	{"dialog", block | special | closesP},
	{"dir", block | special | closesP},
	{"div", container},
	{"dl", container},
	{"em", formatting | emphasis | breakout},
	{"fieldset", block | special | closesP},
	{"figcaption", block | special | closesP},
	{"figure", block | special | closesP},
	{"font", formatting},
	{"footer", block | special | closesP},
	{"foreignobject", integration | scope | block},
	{"h1", container | heading},
	{"h2", container | heading},
	{"h3", container | heading},
	{"h4", container | heading},
	{"h5", container | heading},
	{"h6", container | heading},
	{"header", block | special | closesP},
	{"hgroup", block | special | closesP},
	{"hr", container | void},
	{"i", formatting | emphasis | breakout},
	{"keygen", void | special},
	{"legend", block},
	{"listing", container},
	{"main", block | special | closesP},
	{"map", 0},
	{"mark", emphasis},
	{"marquee", edge | special | scope | marker},
	{"menu", container},
	{"metadata", unseen},
	{"mi", integration | scope},
	{"mn", integration | scope},
	{"mo", integration | scope},
	{"ms", integration | scope},
	{"mtext", integration | scope},
	{"nav", block | special | closesP},
	{"nobr", formatting | breakout},
	{"noembed", rawText | special},
	{"pre", container},
	{"rp", 0},
	{"rt", edge},
	{"ruby", breakout},
	{"s", formatting | breakout},
	{"search", block | special | closesP},
	{"section", block | special | closesP},
	{"small", formatting | breakout},
	{"span", breakout},
	{"strike", formatting | breakout},
	{"strong", formatting | emphasis | breakout},
	{"sub", breakout},
	{"summary", block | special | closesP},
	{"sup", breakout},
	{"tt", formatting | breakout},
	{"u", formatting | emphasis | breakout},
	{"var", breakout},
	{"wbr", void | special},
	{"xmp", rawText | block | special | closesP},
}

// attr is a known attribute name; 0 is any other.
type attr uint8

const (
	attrNone attr = iota
	attrAction
	attrAlt
	attrAriaLabel
	attrChecked
	attrClass
	attrContent
	attrDatetime
	attrFor
	attrHref
	attrHTTPEquiv
	attrID
	attrItemprop
	attrItemscope
	attrItemtype
	attrLabel
	attrLang
	attrMethod
	attrName
	attrPlaceholder
	attrPoster
	attrProperty
	attrRel
	attrSelected
	attrSrc
	attrSrcset
	attrTitle
	attrType
	attrValue
	attrXLinkHref
	attrXMLLang
	attrData
	attrBackground
)

var attributeNames = [...]string{
	attrNone: "", attrAction: "action", attrAlt: "alt", attrAriaLabel: "aria-label", attrChecked: "checked",
	attrClass: "class", attrContent: "content", attrDatetime: "datetime", attrFor: "for", attrHref: "href",
	attrHTTPEquiv: "http-equiv", attrID: "id", attrItemprop: "itemprop", attrItemscope: "itemscope",
	attrItemtype: "itemtype", attrLabel: "label", attrLang: "lang", attrMethod: "method", attrName: "name",
	attrPlaceholder: "placeholder", attrPoster: "poster", attrProperty: "property", attrRel: "rel",
	attrSelected: "selected", attrSrc: "src", attrSrcset: "srcset", attrTitle: "title", attrType: "type",
	attrValue: "value", attrXLinkHref: "xlink:href", attrXMLLang: "xml:lang", attrData: "data", attrBackground: "background",
}
