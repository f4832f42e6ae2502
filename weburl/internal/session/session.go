// Package session recognises the parts of URLs that follow visitors: identifiers of sessions and of campaigns.
//
// A page has another URL in every session, so a crawl that keeps the identifiers never ends. Names alone are not
// enough: sid and s are common names of other things, so their values decide.
package session

import (
	"bytes"
	"strings"
)

// Kind says what a parameter of a URL is for.
type Kind uint8

// The kinds of parameters.
const (
	Ordinary       Kind = iota
	Session             // names a session
	Campaign            // counts the visitors of a campaign
	perhapsSession      // names a session when its value looks like an identifier
)

// kinds has the kinds of parameters by their names in lower case.
var kinds = func() map[string]Kind {
	byName := map[string]Kind{}
	for kind, names := range map[Kind]string{
		Session: `phpsessid jsessionid jsession sessionid session_id sessid session-id phpsessionid aspsessionid
			asp.net_sessionid bv_sessionid bv_engineid cfid cftoken oscsid zenid xtcsid mscssid psession`,
		perhapsSession: "sid s session sess ssid nsid vsid ses sesid usid sessionkey",
		Campaign: `gclid gclsrc dclid gbraid wbraid fbclid msclkid yclid twclid ttclid igshid li_fat_id mc_cid mc_eid mkt_tok
			_ga _gl _hsenc _hsmi hsctatracking vero_id oly_enc_id oly_anon_id wickedid __s rb_clickid s_kwcid epik _openstat`,
	} {
		for name := range strings.FieldsSeq(names) {
			byName[name] = kind
		}
	}
	return byName
}()

const (
	campaignPrefix   = "utm_"
	aspSessionPrefix = "aspsessionid" // followed by letters that the server chooses
	maxName          = 24             // longer than every name above
	minSessionID     = 16             // the least length of a value with a doubtful name
)

// KindOf returns the kind of a parameter, name=value: Ordinary, Session or Campaign.
func KindOf(parameter []byte) Kind {
	var lower [maxName]byte
	name, value, ok := lowerName(&lower, parameter)
	if !ok {
		return Ordinary
	}
	switch kind := kinds[string(name)]; {
	case kind == perhapsSession && isID(value):
		return Session
	case kind != Ordinary && kind != perhapsSession:
		return kind
	case bytes.HasPrefix(name, []byte(campaignPrefix)):
		return Campaign
	case len(name) > len(aspSessionPrefix) && bytes.HasPrefix(name, []byte(aspSessionPrefix)):
		return Session
	}
	return Ordinary
}

// lowerName divides a parameter at its equals sign and puts its name in lower case into buf. It reports false if there is
// no equals sign, or if the name is longer than all known ones.
func lowerName(buf *[maxName]byte, parameter []byte) (name, value []byte, ok bool) {
	n := bytes.IndexByte(parameter, '=')
	if n <= 0 || n > maxName {
		return nil, nil, false
	}
	for i, c := range parameter[:n] {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		buf[i] = c
	}
	return buf[:n], parameter[n+1:], true
}

// isID reports whether a value looks like a generated identifier: long, with letters and digits mixed.
func isID(value []byte) bool {
	if len(value) < minSessionID {
		return false
	}
	letters, digits := 0, 0
	for _, c := range value {
		switch {
		case '0' <= c && c <= '9':
			digits++
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			letters++
		case c != '-' && c != '_' && c != ',' && c != '.' && c != '!':
			return false
		}
	}
	return digits >= 3 && letters >= 2 || digits >= 2*minSessionID
}

// IsSegment reports whether a segment of a path is a session identifier: a segment of ASP.NET,
// "(S(4hqa0555fwsecu455xqckv45))" or the older "(4hqa0555fwsecu455xqckv45)", or one that is written like a parameter.
func IsSegment(segment string) bool {
	inner, opened := strings.CutPrefix(segment, "(")
	inner, closed := strings.CutSuffix(inner, ")")
	if !opened || !closed {
		return strings.IndexByte(segment, '=') > 0 && KindOf([]byte(segment)) == Session
	}
	const length = 24
	if id, ok := strings.CutPrefix(inner, "S("); ok { // this form is used for nothing else
		return len(strings.TrimSuffix(id, ")")) == length
	}
	if i := strings.LastIndexByte(inner, '('); i > 0 {
		inner = strings.TrimSuffix(inner[i+1:], ")")
	}
	return len(inner) == length && isID([]byte(inner))
}
