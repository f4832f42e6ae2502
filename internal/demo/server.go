package demo

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"strings"
)

// ServeHTTP responds to a request as a proxy gets it, with the host in its URL or in its header.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect {
		http.Error(w, "the sample web has no https", http.StatusBadGateway)
		return
	}
	host := strings.ToLower(r.Host)
	if h, ok := strings.CutSuffix(host, ":80"); ok {
		host = h
	}
	key := host + r.URL.Path
	if r.URL.RawQuery != "" {
		key += "?" + r.URL.RawQuery
	}
	switch res := s.resources[key]; {
	case host+r.URL.Path == calendarAt:
		serveCalendar(w, r)
	case res != nil:
		res.serve(w, r)
	case s.moved[key] != "":
		http.Redirect(w, r, s.moved[key], http.StatusMovedPermanently)
	case s.resources[key+"/"] != nil, s.moved[key+"/"] != "":
		http.Redirect(w, r, r.URL.Path+"/", http.StatusMovedPermanently)
	case !s.has(host):
		http.Error(w, "no such host in the sample web: "+host, http.StatusBadGateway)
	default:
		w.Header().Set("Content-Type", framed)
		w.WriteHeader(http.StatusNotFound)
		w.Write(frame(host, "Not found", "<p>There is no such page. It may have been here once.</p>"))
	}
}

// has reports whether a host is part of the sample web.
func (s *site) has(host string) bool { return s.resources[host+"/"] != nil }

// serve sends the resource. Its ETag lets a crawler test conditional requests.
func (r *resource) serve(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("Content-Type", r.kind)
	w.Header().Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(r.body))[:18]+`"`)
	http.ServeContent(w, req, "", changed, bytes.NewReader(r.body))
}
