package challenge

import (
	"net/netip"
	"strings"

	"sluice/internal/phrases"
	"sluice/page"
)

// evidence is what speaks for a challenge in one page.
type evidence struct {
	answer *Answer
	body   []byte // the part that is searched for marks
	title  []byte // normal words of the title
	words  int    // bytes of the normal words of the text: the symbols of a script without its tags do not count
	links  int

	inTitle, inHeading, inText subject

	marked, hinted vendorSet
	signs          [signs]bool

	password     bool // a form asks for a password
	captchaField bool
	fields       int // that a visitor fills in, of the form that asks for a password
	reloads      bool
	privateFrame bool // a frame leads to a private address
}

// sign is a part of HTML that speaks for a challenge, whoever made it.
type sign uint8

const (
	signCaptcha sign = iota // the widget of a captcha
	signCookie              // a script that sets a cookie
	signMove                // a script that leads elsewhere
	signPassword
	signNoText // parts of a page that has content without a text
	signs
)

// signMarks are the marks of signs.
var signMarks = map[string]sign{
	"g-recaptcha": signCaptcha, "h-captcha": signCaptcha, "hcaptcha.com": signCaptcha, "cf-turnstile": signCaptcha, "turnstile/v0": signCaptcha, "recaptcha/api": signCaptcha,
	"recaptcha/enterprise": signCaptcha, "geetest": signCaptcha, "friendly-challenge": signCaptcha, "frc-captcha": signCaptcha, "altcha-widget": signCaptcha, "mtcaptcha": signCaptcha,
	"arkoselabs": signCaptcha, "funcaptcha": signCaptcha, "captcha.php": signCaptcha, "captcha.jpg": signCaptcha, "captcha.png": signCaptcha, "captcha/image": signCaptcha,
	"cookie": signCookie, "Cookie": signCookie,
	"location.reload": signMove, "location.href": signMove, "location.replace": signMove, "location.assign": signMove, "window.location": signMove, "document.location": signMove,
	"<canvas": signNoText, "<frameset": signNoText, "<FRAMESET": signNoText, "<object": signNoText, "<applet": signNoText, "<APPLET": signNoText, "<img": signNoText, "<IMG": signNoText,
}

const (
	maxBody  = 128 << 10
	fewWords = 2500 // bytes of words of a page whose HTML is searched
)

// collect collects the evidence of a page.
func collect(a *Answer) *evidence {
	p := a.Page
	e := &evidence{answer: a, body: a.Body[:min(len(a.Body), maxBody)], links: len(p.Links)}
	e.title = phrases.Append(nil, p.Title)
	e.inTitle = find(e.title)
	text := phrases.Append(make([]byte, 0, len(p.Text)), p.Text)
	e.words = len(text)
	e.inText = find(text)
	var heading []byte
	for _, h := range p.Headings[:min(len(p.Headings), maxHeadings)] {
		heading = phrases.Append(heading[:0], p.Excerpt(h))
		if len(heading) <= maxHeading {
			e.inHeading |= find(heading)
		}
	}
	if e.words <= fewWords {
		e.findMarks()
	}
	e.readForms()
	e.readLinks()
	return e
}

const (
	maxHeadings = 24
	maxHeading  = 200 // bytes; a longer one is no heading
)

// findMarks searches the HTML.
func (e *evidence) findMarks() {
	vendorMarks.find(e.body, func(of int) {
		switch n := len(vendors); {
		case of < n:
			e.marked.add(of)
		case of < 2*n:
			e.hinted.add(of - n)
		default:
			e.signs[of-2*n] = true
		}
	})
}

// readForms looks for passwords and captchas.
func (e *evidence) readForms() {
	for i := range e.answer.Page.Forms {
		f := &e.answer.Page.Forms[i]
		asks, filled := false, 0
		for k := range f.Fields {
			switch field := &f.Fields[k]; field.Type {
			case "password":
				asks, filled = true, filled+1
			case "text", "email", "tel", "url", "number", "select", "textarea":
				filled++
				name := strings.ToLower(field.Name)
				e.captchaField = e.captchaField || strings.Contains(name, "captcha") || name == "challenge" || name == "vcode"
			case "hidden":
				e.captchaField = e.captchaField || strings.Contains(strings.ToLower(field.Name), "captcha")
			}
		}
		if asks && (!e.password || filled < e.fields) {
			e.password, e.fields = true, filled
		}
	}
}

// readLinks looks for a refresh to the page itself or with a token, and for frames of a network's filter.
func (e *evidence) readLinks() {
	p := e.answer.Page
	if r := p.Refresh; r != nil {
		e.reloads = r.URL.IsZero() || r.URL.Key() == p.URL.Key() || r.URL.Path() == p.URL.Path() || r.Delay <= shortDelay && len(r.URL.Query()) >= longToken
	}
	for i := range p.Links[:min(len(p.Links), maxFrames)] {
		if l := &p.Links[i]; l.Kind == page.KindIFrame || l.Kind == page.KindFrame {
			e.privateFrame = e.privateFrame || isPrivate(l.URL.Hostname()) && !e.answer.IsLocal && !isPrivate(p.URL.Hostname())
		}
	}
}

// isPrivate reports whether a host is a private address.
func isPrivate(host string) bool {
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsPrivate()
}

const (
	shortDelay = 5  // seconds
	longToken  = 64 // bytes of a query
	maxFrames  = 64
)

// isBare reports whether a page has hardly any text or link.
func (e *evidence) isBare() bool { return e.words <= 300 && e.links <= 3 }

// isEmpty reports whether a page shows nothing.
func (e *evidence) isEmpty() bool { return e.words <= 30 && e.links <= 1 && !e.signs[signNoText] }

// about reports whether the title or a heading is about a subject, and whether the text is.
func (e *evidence) about(s subject) (named, said bool) {
	return (e.inTitle|e.inHeading)&s != 0, e.inText&s != 0
}

// points returns the first number if a statement is true, else 0.
func points(n int, is bool) int {
	if is {
		return n
	}
	return 0
}

// weight adds up what speaks for a subject: its words, and that there is little else.
func (e *evidence) weight(s subject) int {
	named, said := e.about(s)
	return points(3, named) + points(2, said) + points(1, e.words <= 400) + points(1, e.links <= 3) + points(2, e.isRefusal()) +
		points(1, e.inText&aboutReference != 0)
}

// isRefusal reports whether the status is that of a refusal.
func (e *evidence) isRefusal() bool {
	switch e.answer.Status {
	case 401, 403, 405, 406, 418, 429, 451, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530:
		return true
	}
	return false
}

const (
	enough     = 4 // points that prove a challenge in a page of a few words
	plenty     = 6 // in a longer one
	shortText  = 800
	blockText  = 1300
	blockLinks = 15
	loginText  = 3000
	cookieText = MaxText
)

// kind returns the kind of a challenge by all evidence together, empty if it is none.
func (e *evidence) kind() Kind {
	switch {
	case e.isRobotCheck():
		return Robot
	case e.isLogin():
		return Login
	case e.isBlockPage():
		return Blocked
	case e.isConsent():
		return Consent
	case e.isAbout(aboutParking, 1500):
		return Parked
	case e.isAbout(aboutRates, 500):
		return RateLimit
	case e.isAbout(aboutMaintenance, 600):
		return Maintenance
	case e.isScript():
		return Script
	}
	return ""
}

// isAbout reports whether a page of so many bytes of words is about a subject and hardly anything else.
func (e *evidence) isAbout(s subject, most int) bool {
	named, said := e.about(s)
	return e.words <= most && (named || said) && e.weight(s) >= enough
}

// isRobotCheck reports whether a page checks that its visitor is no robot.
func (e *evidence) isRobotCheck() bool {
	named, said := e.about(aboutRobots)
	captcha := e.signs[signCaptcha] || e.captchaField
	if e.isEmpty() && (e.signs[signCookie] && e.signs[signMove] || e.reloads && e.signs[signMove]) {
		return true // a script sets a cookie and leads on
	}
	sum := e.weight(aboutRobots) + points(2, captcha) + points(1, e.inText&aboutScript != 0) + points(1, e.reloads) + points(1, e.signs[signMove] && e.isBare())
	switch {
	case e.password && !named:
		return false // a login form with a captcha
	case !named && !said && !(captcha && e.isBare()):
		return false
	case e.words <= shortText:
		return sum >= enough
	}
	return e.words <= fewWords && sum >= plenty
}

// isBlockPage reports whether a page says that access is blocked.
func (e *evidence) isBlockPage() bool {
	if e.privateFrame && e.words <= 200 {
		return true
	}
	named, said := e.about(aboutBlocking | aboutFiltering)
	filterSaid := e.inText&aboutFiltering != 0
	switch {
	case !named && !said:
		return e.inText&aboutReference != 0 && e.isRefusal() && e.words <= shortText
	case e.words <= blockText && e.links <= blockLinks:
		return e.weight(aboutBlocking|aboutFiltering)+points(2, filterSaid && e.inText&aboutBlocking != 0) >= enough
	}
	return e.words <= 2*fewWords && e.inHeading&aboutFiltering != 0 && filterSaid && e.inText&aboutBlocking != 0
}

// isLogin reports whether a page is a form to log in, and little else.
func (e *evidence) isLogin() bool {
	named := e.inTitle&aboutLogin != 0
	switch {
	case e.answer.Status == 401:
		return e.inText&aboutLogin != 0 && e.words <= shortText
	case !e.password || e.words > loginText:
		return false
	case named:
		return true
	case e.inHeading&aboutLogin != 0:
		return e.words <= 1500 && e.fields <= 3
	}
	return e.words <= shortText && e.inText&aboutLogin != 0 && e.fields <= 3
}

// isConsent reports whether a page asks to agree to cookies before it shows anything.
func (e *evidence) isConsent() bool {
	named, said := e.about(aboutCookies)
	switch {
	case !named && !said:
		return false
	case named && said && e.words <= cookieText && e.links <= 20 && e.asksConsent():
		return true
	}
	return e.words <= 600 && e.links <= 8 && e.weight(aboutCookies) >= enough && (named || e.words <= 200)
}

// asksConsent reports whether a form of the page is sent to a place for consent.
func (e *evidence) asksConsent() bool {
	for i := range e.answer.Page.Forms {
		u := e.answer.Page.Forms[i].Action
		if strings.HasPrefix(u.Host(), "consent.") || strings.Contains(u.Path(), "consent") || strings.Contains(u.Path(), "cookie") {
			return true
		}
	}
	return false
}

// isScript reports whether a page is nothing but a request for a browser that runs scripts.
func (e *evidence) isScript() bool {
	if e.inTitle&aboutScript != 0 {
		return e.words <= 400
	}
	return e.inText&aboutScript != 0 && e.words <= 250 && e.links <= 1
}
