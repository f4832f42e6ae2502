package challenge

import (
	"net/http"
	"strings"

	"sluice/internal/phrases"
)

// vendor describes how the challenges of one vendor are recognized.
type vendor struct {
	name   string
	kind   Kind
	header func(h http.Header, status int) bool // reports whether the header alone proves it
	bears  func(h http.Header, status int) bool // reports whether the header is a hint: its ordinary refusals have it, too
	titles []string                             // phrases; one of them in the title of a page of a few words proves it
	marks  []string                             // one of them in the HTML of a page of a few words proves it
	hints  []string                             // marks that ordinary pages have, too: they need a page with nearly no text, or other evidence
}

// challenge returns what an answer of the vendor is.
func (v *vendor) challenge() Challenge { return Challenge{v.kind, v.name} }

// has returns a function that reports whether a field of a header has a value, empty for any.
func has(name, value string) func(http.Header, int) bool {
	return func(h http.Header, _ int) bool {
		got := h.Get(name)
		return got != "" && strings.Contains(strings.ToLower(got), value)
	}
}

// denied returns a function that is [has] for answers with the status of a refusal.
func denied(name, value string) func(http.Header, int) bool {
	return func(h http.Header, status int) bool {
		return (status == http.StatusForbidden || status == http.StatusTooManyRequests) && has(name, value)(h, status)
	}
}

// vendorSet is a set of vendors by their places in the table.
type vendorSet [2]uint64

func (s *vendorSet) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s *vendorSet) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

// vendors is the table of vendors, the most frequent first.
var vendors = []vendor{
	{
		name: "Cloudflare", kind: Robot, header: has("Cf-Mitigated", "challenge"),
		marks: []string{"/cdn-cgi/l/chk_", "__cf_chl_", "_cf_chl_opt", "cf-browser-verification", "jschl_vc", "jschl-answer", "cf-chl-widget",
			"cf_captcha_kind", "/cdn-cgi/challenge-platform/h/"},
		titles: []string{"attention required cloudflare", "just a moment"},
	},
	{name: "Cloudflare", kind: Blocked, marks: []string{"cf-error-details", "cf-error-code", "cf-error-footer"}, titles: []string{"used cloudflare to restrict access"}},
	{
		name: "Anubis", kind: Robot, marks: []string{"/.within.website/x/cmd/anubis", "anubis_challenge", "anubis_version", "/.within.website/x/xess"},
		titles: []string{"making sure you're not a bot"},
	},
	{
		name: "DataDome", kind: Robot, bears: denied("X-Datadome", ""), marks: []string{"captcha-delivery.com", "geo.datado.me", "var dd={"},
		hints: []string{"datadome"},
	},
	{
		name: "Imperva", kind: Robot, marks: []string{"Incapsula incident ID", "incapsula_support_id", "_Incapsula_Resource?CWUDNSAI", "_Incapsula_Resource?SWUDNSAI"},
		hints: []string{"_Incapsula_Resource"},
	},
	{name: "HUMAN", kind: Robot, marks: []string{"px-captcha", "captcha.px-cdn.net", "captcha.px-cloud.net", "_pxUuid", "/_px/captcha", "client.perimeterx.net"}},
	{
		name: "Akamai", kind: Blocked, marks: []string{"errors.edgesuite.net", "sec-if-cpt-container", "sec-cpt-if", "/_sec/cp_challenge", "bm-verify"},
		hints: []string{"AkamaiGHost", "&#46;edgesuite&#46;net"},
	},
	{
		name: "AWS WAF", kind: Robot, header: has("X-Amzn-Waf-Action", ""),
		marks: []string{"AwsWafIntegration", "awsWafCookieDomainList", "window.gokuProps", "AwsWafCaptcha", "token.awswaf.com", "captcha.awswaf.com"},
	},
	{
		name: "Sucuri", kind: Robot, header: denied("X-Sucuri-Block", ""), marks: []string{"sucuri_cloudproxy_js", "cloudproxy@sucuri.net", "sucuri.net/privacy-policy"},
		titles: []string{"sucuri website firewall"},
	},
	{
		name: "DDoS-Guard", kind: Robot, bears: denied("Server", "ddos-guard"), marks: []string{"/.well-known/ddos-guard/", "check.ddos-guard.net", "ddos-guard.net/"},
		titles: []string{"ddos guard"},
	},
	{name: "Radware", kind: Robot, marks: []string{"validate.perfdrive.com", "captcha.perfdrive.com", "cdn.perfdrive.com", "ShieldSquare", "shieldsquare"}, titles: []string{"radware captcha page", "radware bot manager"}},
	{name: "Kasada", kind: Robot, header: denied("X-Kpsdk-Ct", ""), marks: []string{"window.KPSDK", "KPSDK."}},
	{name: "F5", kind: Blocked, marks: []string{"/TSPD/", "window.bobcmn", "<appliance:", "The requested URL was rejected. Please consult"}},
	{name: "Vercel", kind: Robot, header: has("X-Vercel-Mitigated", ""), titles: []string{"vercel security checkpoint"}},
	{name: "Fastly", kind: Robot, marks: []string{"_fs-ch-", "/fst-post-back"}, titles: []string{"client challenge"}},
	{name: "Elsevier", kind: Robot, marks: []string{"/craft/captcha", "craft-captcha", "els-captcha", "sciencedirect.com/craft"}},
	{name: "SiteGround", kind: Robot, marks: []string{"/.well-known/sgcaptcha/"}},
	{name: "Imunify360", kind: Robot, marks: []string{"imunify360", "Imunify360"}},
	{name: "Wordfence", kind: Blocked, marks: []string{"Generated by Wordfence", "wfwaf-"}},
	{name: "Alibaba", kind: Robot, marks: []string{"_____tmd_____", "acw_sc__v2", "aliyun_waf", "aliyunwaf"}},
	{name: "Tencent", kind: Robot, marks: []string{"TencentCaptcha", "turing.captcha.qcloud.com"}},
	{name: "Sina", kind: Robot, marks: []string{"passport.weibo.com/visitor", "passport.sinaimg.cn/js/fp"}, titles: []string{"sina visitor system"}},
	{name: "Yandex", kind: Robot, marks: []string{"/showcaptcha", "captcha.yandex.net", "smartcaptcha.yandexcloud.net"}},
	{name: "Google", kind: Consent, marks: []string{"consent.google.", "consent.youtube."}, titles: []string{"before you continue to google", "before you continue to youtube"}},
	{name: "Google", kind: Robot, marks: []string{"/sorry/index", "/sorry/image", "ipv4.google.com/sorry"}},
	{name: "Amazon", kind: Robot, marks: []string{"/errors/validateCaptcha", "opfcaptcha.amazon", "images-amazon.com/captcha/"}},
	{name: "Azure Front Door", kind: Blocked, bears: denied("X-Azure-Ref", "")},

	{name: "Check Point", kind: Blocked, marks: []string{"/UserCheck/"}, titles: []string{"check point usercheck"}},
	{name: "Fortinet", kind: Blocked, hints: []string{"FortiGuard", "fortiguard.com", "Fortinet"}},
	{name: "Forcepoint", kind: Blocked, marks: []string{"ws_block", "block_message.cgi", "Websense", "blockpage.cgi?ws-session"}},
	{name: "Zscaler", kind: Blocked, hints: []string{"zscaler", "Zscaler"}},
	{name: "Cisco", kind: Blocked, hints: []string{"block.opendns.com", "opendns.com/phish", "bpb.opendns.com", "IronPort"}},
	{name: "Blue Coat", kind: Blocked, hints: []string{"Blue Coat", "bluecoat.com", "sitereview.bluecoat"}},
	{name: "Netsweeper", kind: Blocked, hints: []string{"/webadmin/deny", "netsweeper", "Netsweeper"}},
	{name: "McAfee", kind: Blocked, hints: []string{"McAfee Web Gateway", "SmartFilter", "mwg-internal"}},
	{name: "Sophos", kind: Blocked, hints: []string{"sophos.com", "Sophos Web", "Astaro"}},
	{name: "Palo Alto Networks", kind: Blocked, titles: []string{"web page blocked"}, hints: []string{"Palo Alto Networks"}},
	{name: "Barracuda", kind: Blocked, hints: []string{"barracuda.com", "Barracuda Web"}},
	{name: "SonicWall", kind: Blocked, hints: []string{"cfsZonePolicy", "SonicWALL", "SonicWall"}},
	{name: "iboss", kind: Blocked, hints: []string{"ibossconnect", "iphantom", "iboss"}},
	{name: "Squid", kind: Blocked, hints: []string{"ERR_ACCESS_DENIED", "ERR_CONNECT_FAIL", "Generated by squid", "(squid/"}},
	{name: "Lightspeed", kind: Blocked, titles: []string{"lightspeed system"}, hints: []string{"lsaccess.me", "lightspeedsystems"}},
	{name: "Kerio", kind: Blocked, hints: []string{"Kerio Control"}},
	{name: "Juniper", kind: Blocked, titles: []string{"juniper web filtering"}},
	{name: "Olfeo", kind: Blocked, hints: []string{"OLFEO", "Olfeo"}},
	{name: "Comodo", kind: Blocked, marks: []string{"Comodo Secure DNS"}},
	{name: "RM SafetyNet", kind: Blocked, marks: []string{"SafetyNet - Sorry"}},
	{name: "du", kind: Blocked, marks: []string{"lighthouse.du.ae"}},
	{name: "Trend Micro", kind: Blocked, hints: []string{"InterScan", "trendmicro.com"}},
	{name: "WatchGuard", kind: Blocked, hints: []string{"WatchGuard"}},
	{name: "ContentKeeper", kind: Blocked, hints: []string{"ContentKeeper"}},
	{name: "Cyberoam", kind: Blocked, hints: []string{"Cyberoam", "cyberoam"}},
	{name: "Symantec", kind: Blocked, hints: []string{"webpulse", "Symantec Web"}},
	{name: "Smoothwall", kind: Blocked, hints: []string{"Smoothwall", "smoothwall"}},
	{name: "DansGuardian", kind: Blocked, hints: []string{"DansGuardian", "dansguardian", "e2guardian"}},
	{name: "Untangle", kind: Blocked, hints: []string{"Untangle"}},
	{name: "pfSense", kind: Blocked, hints: []string{"pfBlocker", "squidGuard"}},
	{name: "Sandvine", kind: Blocked, hints: []string{"procera", "sandvine"}},
}

// vendorTitles finds the titles of the vendors' challenges: group i has those of the vendors i, i+MaxGroups and so on.
var vendorTitles = func() (sets []*phrases.Set) {
	for from := 0; from < len(vendors); from += phrases.MaxGroups {
		var groups [][]string
		for i := range vendors[from:min(from+phrases.MaxGroups, len(vendors))] {
			groups = append(groups, vendors[from+i].titles)
		}
		sets = append(sets, phrases.New(groups...))
	}
	return sets
}()

// vendorOfHeader returns the vendor whose challenge an answer is by its header, nil if there is none.
func vendorOfHeader(a Answer, without string) *vendor {
	if len(a.Header) == 0 {
		return nil
	}
	for i := range vendors {
		if v := &vendors[i]; v.header != nil && v.name != without && v.header(a.Header, a.Status) {
			return v
		}
	}
	return nil
}

// vendorMarks finds the marks and the hints of the vendors. Its numbers are the places of the vendors in the table; those of
// hints begin after them.
var vendorMarks = func() (m marks) {
	for i, v := range vendors {
		for _, text := range v.marks {
			m.add(text, i)
		}
		for _, text := range v.hints {
			m.add(text, len(vendors)+i)
		}
	}
	for text, sign := range signMarks {
		m.add(text, 2*len(vendors)+int(sign))
	}
	return m
}()

// vendor returns the vendor whose challenge a page is by its title or its HTML, nil if there is none.
func (e *evidence) vendor(without string) *vendor {
	if e.words > fewWords {
		return nil
	}
	for i, titles := range vendorTitles {
		found := titles.Find(e.title)
		for k := 0; found != 0; k, found = k+1, found>>1 {
			if v := &vendors[i*phrases.MaxGroups+k]; found&1 != 0 && v.name != without {
				return v
			}
		}
	}
	for i := range vendors {
		v := &vendors[i]
		if v.name == without {
			continue
		}
		hinted := e.hinted.has(i) || v.bears != nil && v.bears(e.answer.Header, e.answer.Status)
		if e.marked.has(i) || hinted && (e.isBare() || v.kind == Blocked && e.isBlockPage()) {
			return v
		}
	}
	return nil
}
