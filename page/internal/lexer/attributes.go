package lexer

// Attr is a known attribute name; AttrNone is any other. There are at most 64, so that one word can hold a set of
// them.
type Attr uint8

// AttrSet is a set of attributes: 1<<AttrHref and so on.
type AttrSet uint64

// The attributes that the parser of pages reads.
const (
	AttrNone Attr = iota
	AttrAction
	AttrAlt
	AttrAriaLabel
	AttrChecked
	AttrClass
	AttrContent
	AttrDatetime
	AttrFor
	AttrHref
	AttrHTTPEquiv
	AttrID
	AttrItemprop
	AttrItemscope
	AttrItemtype
	AttrLabel
	AttrLang
	AttrMethod
	AttrName
	AttrPlaceholder
	AttrPoster
	AttrProperty
	AttrRel
	AttrSelected
	AttrSrc
	AttrSrcset
	AttrTitle
	AttrType
	AttrValue
	AttrXLinkHref
	AttrXMLLang
	AttrData
	AttrBackground
)

// attributeNames are the names of the attributes by number.
var attributeNames = [...]string{
	AttrNone: "", AttrAction: "action", AttrAlt: "alt", AttrAriaLabel: "aria-label", AttrChecked: "checked",
	AttrClass: "class", AttrContent: "content", AttrDatetime: "datetime", AttrFor: "for", AttrHref: "href",
	AttrHTTPEquiv: "http-equiv", AttrID: "id", AttrItemprop: "itemprop", AttrItemscope: "itemscope",
	AttrItemtype: "itemtype", AttrLabel: "label", AttrLang: "lang", AttrMethod: "method", AttrName: "name",
	AttrPlaceholder: "placeholder", AttrPoster: "poster", AttrProperty: "property", AttrRel: "rel",
	AttrSelected: "selected", AttrSrc: "src", AttrSrcset: "srcset", AttrTitle: "title", AttrType: "type",
	AttrValue: "value", AttrXLinkHref: "xlink:href", AttrXMLLang: "xml:lang", AttrData: "data", AttrBackground: "background",
}
