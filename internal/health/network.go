package health

import (
	"bufio"
	"crypto/x509"
	"net/netip"
	"os"
	"strings"
)

// Network examines what the crawl needs to reach anyone: names, certificates,
// proxies. It only reads settings, and sends nothing.
func Network() []Finding {
	p := part{name: "network"}
	p.resolver("/etc/resolv.conf")
	p.certificates()
	p.proxies()
	return p.list
}

// resolver adds a finding about the name servers in the resolver's settings.
func (p *part) resolver(path string) {
	f, err := os.Open(path)
	if err != nil {
		p.add("name servers", Warn, "name one in "+path+", or give addresses with --resolve; behind a --proxy none is needed", "%v", err)
		return
	}
	defer f.Close()
	var servers, bad []string
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 2 || fields[0] != "nameserver" {
			continue
		}
		if _, err := netip.ParseAddr(fields[1]); err != nil {
			bad = append(bad, fields[1])
		} else {
			servers = append(servers, fields[1])
		}
	}
	switch {
	case len(servers) == 0:
		p.add("name servers", Warn, "name one in "+path+", or give addresses with --resolve; behind a --proxy none is needed",
			"none in %s; the system asks itself (127.0.0.1)", path)
	case len(bad) > 0:
		p.add("name servers", Warn, "correct "+path, "%s; %q is no address", strings.Join(servers, ", "), bad[0])
	default:
		p.add("name servers", OK, "", "%s", strings.Join(servers, ", "))
	}
}

// certificates adds a finding about the certificate authorities of the system, without which no HTTPS works.
func (p *part) certificates() {
	pool, err := x509.SystemCertPool()
	remedy := "apt-get install ca-certificates, or name a file with SSL_CERT_FILE or --ca-file; until then every https site fails"
	switch {
	case err != nil:
		p.add("certificates", Warn, remedy, "%v", err)
	case pool.Equal(x509.NewCertPool()):
		p.add("certificates", Warn, remedy, "no trusted certificates are installed")
	default:
		p.add("certificates", OK, "", "the system's are found")
	}
}

// proxies reports variables that other programs obey and a crawl does not: it
// goes by its own setting, which is in the library.
func (p *part) proxies() {
	var set []string
	for _, name := range []string{"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"} {
		if os.Getenv(name) != "" {
			set = append(set, name)
		}
	}
	if len(set) > 0 {
		p.add("proxy", Note, "", "%s set, and not obeyed; to go through a proxy, give --proxy", strings.Join(set, ", "))
		return
	}
	p.add("proxy", OK, "", "the environment names none")
}
