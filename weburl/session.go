package weburl

import (
	"bytes"
	"strings"
)

// parameterKind says why a parameter is dropped, by its name.
type parameterKind uint8

const (
	ordinary       parameterKind = iota
	session                      // names a session whatever its value
	perhapsSession               // does so when its value looks like an identifier
	campaign
)

// parameterKinds has the names in lower case.
var parameterKinds = func() map[string]parameterKind {
	kinds := map[string]parameterKind{}
	for kind, names := range map[parameterKind]string{
		session: `phpsessid jsessionid jsession sessionid session_id sessid session-id phpsessionid aspsessionid
			asp.net_sessionid bv_sessionid bv_engineid cfid cftoken oscsid zenid xtcsid mscssid psession`,
		perhapsSession: "sid s session sess ssid nsid vsid ses sesid usid sessionkey",
		campaign: `gclid gclsrc dclid gbraid wbraid fbclid msclkid yclid twclid ttclid igshid li_fat_id mc_cid mc_eid mkt_tok
			_ga _gl _hsenc _hsmi hsctatracking vero_id oly_enc_id oly_anon_id wickedid __s rb_clickid s_kwcid epik _openstat`,
	} {
		for name := range strings.FieldsSeq(names) {
			kinds[name] = kind
		}
	}
	return kinds
}()

const (
	campaignPrefix   = "utm_"
	aspSessionPrefix = "aspsessionid" // followed by letters of the server's own
	maxName          = 24             // longer than every name above
	minSessionID     = 16             // of a doubtful name's value
)

func nameSet(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// clean takes the parameters that rules forbid out of the path, which begins at path in buf, and of the query,
// which begins with its question mark at query if there is one. It returns buf and where the query begins now.
func clean(buf []byte, path, query int, rules ruleSet) ([]byte, int) {
	if rules&ruleSession != 0 && bytes.IndexByte(buf[path:query], ';') >= 0 {
		rest := buf[query:]
		end := cleanPath(buf[path:query])
		buf = append(buf[:path+end], rest...)
		query = path + end
	}
	if query == len(buf) {
		return buf, query
	}
	if rules&(ruleSession|ruleTracking) != 0 {
		buf = buf[:query+1+cleanQuery(buf[query+1:], rules)]
	}
	if rules&ruleEmptyQuery != 0 && len(buf) == query+1 {
		buf = buf[:query]
	}
	return buf, query
}

// cleanPath takes the session parameters (;name=value) out of a path in place and returns its new length. One
// behind a dot stays: without it the segment would be another path's.
func cleanPath(path []byte) int {
	end := 0
	for i := 0; i < len(path); {
		n := 1
		for i+n < len(path) && path[i+n] != ';' && path[i+n] != '/' {
			n++
		}
		if part := path[i : i+n]; part[0] != ';' || endsInDots(path[:end]) || kindOf(part[1:]) != session {
			end += copy(path[end:], part)
		}
		i += n
	}
	return end
}

// endsInDots reports whether the last segment of a path is a dot segment.
func endsInDots(path []byte) bool {
	return bytes.HasSuffix(path, []byte("/.")) || bytes.HasSuffix(path, []byte("/.."))
}

// cleanQuery takes the forbidden parameters out of a query in place and returns its new length. Parameters
// are parted by ampersands or semicolons, and each goes with the sign before it.
func cleanQuery(query []byte, rules ruleSet) int {
	end, kept := 0, 0
	for i := 0; i < len(query); {
		sign := 0
		if query[i] == '&' || query[i] == ';' {
			sign = 1
		}
		n := sign
		for i+n < len(query) && query[i+n] != '&' && query[i+n] != ';' {
			n++
		}
		parameter := query[i+sign : i+n]
		if forbidden(parameter, rules) {
			i += n
			continue
		}
		if kept == 0 && i > 0 && end == 0 {
			i, n = i+sign, n-sign // the first to stay, after some that went
		}
		end += copy(query[end:], query[i:i+n])
		kept++
		i += n
	}
	return end
}

// forbidden reports whether rules take a parameter, name=value, out of a query.
func forbidden(parameter []byte, rules ruleSet) bool {
	kind := kindOf(parameter)
	return rules&ruleSession != 0 && kind == session || rules&ruleTracking != 0 && kind == campaign ||
		rules&ruleAnySID != 0 && isSID(parameter)
}

func isSID(parameter []byte) bool {
	name, _, _ := bytes.Cut(parameter, []byte("="))
	return bytes.EqualFold(name, []byte("sid")) || bytes.EqualFold(name, []byte("_sid"))
}

// kindOf returns the kind of a parameter: ordinary, session or campaign.
func kindOf(parameter []byte) parameterKind {
	var lower [maxName]byte
	name, value, ok := lowerName(&lower, parameter)
	if !ok {
		return ordinary
	}
	switch kind := parameterKinds[string(name)]; {
	case kind == perhapsSession && likeSessionID(value):
		return session
	case kind != ordinary && kind != perhapsSession:
		return kind
	case bytes.HasPrefix(name, []byte(campaignPrefix)):
		return campaign
	case len(name) > len(aspSessionPrefix) && bytes.HasPrefix(name, []byte(aspSessionPrefix)):
		return session
	}
	return ordinary
}

// lowerName parts a parameter at its equals sign and puts its name in lower case into buf. It reports false
// when there is no equals sign or the name is longer than any that matters.
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

// likeSessionID reports whether a value could only be made by a machine to tell visitors apart: long, of
// letters and digits mixed.
func likeSessionID(value []byte) bool {
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
