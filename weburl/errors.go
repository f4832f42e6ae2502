package weburl

import (
	"errors"
	"fmt"

	"sluice/weburl/internal/standard"
)

// The errors of references, besides [SchemeError]. Parse wraps them with the URL; Resolve returns them as they are.
var (
	ErrMalformed = errors.New("malformed URL")
	ErrHost      = errors.New("invalid host")
	ErrPort      = errors.New("invalid port")
	ErrTooLong   = fmt.Errorf("URL longer than %d bytes", MaxLength)
)

// SchemeError is the error for a URL whose scheme a crawler does not fetch; its value is the scheme in lower
// case, such as "mailto".
type SchemeError string

// Error returns the message of the error.
func (e SchemeError) Error() string { return "scheme " + string(e) + " is not http or https" }

// Reason returns a short word for an error of Parse or Resolve, to count by: the scheme ("mailto",
// "javascript", "ftp", …; "other scheme" for those that are not well known), "host", "port", "too long" or
// "malformed".
func Reason(err error) string {
	var scheme SchemeError
	switch {
	case errors.As(err, &scheme):
		if _, known := foreignSchemes[string(scheme)]; known {
			return string(scheme)
		}
		return "other scheme"
	case errors.Is(err, ErrHost):
		return "host"
	case errors.Is(err, ErrPort):
		return "port"
	case errors.Is(err, ErrTooLong):
		return "too long"
	default:
		return "malformed"
	}
}

// foreignSchemes are the schemes that links of real pages have besides http and https. Their errors are made only once.
var foreignSchemes = func() map[string]error {
	errs := map[string]error{}
	for _, s := range []string{"about", "blob", "callto", "chrome", "cid", "data", "dns", "ed2k", "facetime", "feed",
		"file", "ftp", "ftps", "geo", "git", "gopher", "intent", "irc", "ircs", "javascript", "ldap", "magnet", "mailto",
		"mms", "news", "nntp", "rsync", "rtsp", "sftp", "sip", "skype", "sms", "smb", "ssh", "steam", "svn", "tel", "telnet",
		"tg", "urn", "vbscript", "view-source", "viber", "wais", "webcal", "whatsapp", "ws", "wss", "xmpp"} {
		errs[s] = SchemeError(s)
	}
	return errs
}()

// schemeError returns the error for a scheme that is not fetched, without an allocation for a usual one.
func schemeError(scheme []byte) error {
	if err, ok := foreignSchemes[string(scheme)]; ok {
		return err
	}
	return SchemeError(scheme)
}

// refusal returns the error for an error of the full parser.
func refusal(err error) error {
	switch standard.PartOf(err) {
	case standard.Host:
		return ErrHost
	case standard.Port:
		return ErrPort
	default:
		return ErrMalformed
	}
}
