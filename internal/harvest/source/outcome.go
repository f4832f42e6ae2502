package source

import (
	"errors"

	"sluice/document/bibliography"
	"sluice/internal/challenge"
	"sluice/internal/fetch"
	webpage "sluice/page"
	"sluice/weburl"
)

// Outcome says in a word what came of the reading of a service.
type Outcome string

// The outcomes.
const (
	Success         Outcome = "success"          // the list was read to its end
	Empty           Outcome = "empty"            // and has no record
	Blocked         Outcome = "blocked"          // the service refuses: by its status, a limit, or a check for robots
	Timeout         Outcome = "timeout"          // it does not answer in time
	ConnectionError Outcome = "connection error" // no connection can be made, or it breaks off
	Malformed       Outcome = "malformed"        // its answer is not of the protocol, or has a status of failure
	OAIError        Outcome = "oai error"        // a repository states an error
)

// Outcomes returns all outcomes, the best first.
func Outcomes() []Outcome {
	return []Outcome{Success, Empty, Blocked, Timeout, ConnectionError, Malformed, OAIError}
}

// OutcomeOf returns the outcome of a reading that ended with err after a number of records.
func OutcomeOf(err error, records int) Outcome {
	if err == nil {
		if records == 0 {
			return Empty
		}
		return Success
	}
	if _, ok := errors.AsType[*refusedError](err); ok {
		return Blocked
	}
	if failed, ok := errors.AsType[*fetch.Error](err); ok {
		switch failed.Cause.Class() {
		case fetch.Timeout:
			return Timeout
		case fetch.Guard:
			return Blocked
		}
		return ConnectionError
	}
	if _, ok := errors.AsType[bibliography.OAIError](err); ok || errors.Is(err, errForgotten) {
		return OAIError
	}
	return Malformed
}

// refusedError is the error of a service that refuses to answer.
type refusedError struct{ error }

// Unwrap returns the error.
func (e *refusedError) Unwrap() error { return e.error }

// recognizeChallenge returns what a page in place of an answer is, such as a check for robots; empty if it is no such page.
func recognizeChallenge(resp *fetch.Response, u weburl.URL, body []byte) string {
	if !isMarkup(body) || len(body) > challenge.MaxText*10 {
		return ""
	}
	var parser webpage.Parser
	p := parser.Parse(body, webpage.Source{URL: u, ContentType: resp.Header.Get("Content-Type")})
	defer p.Release()
	c, ok := challenge.Recognize(challenge.Answer{Status: resp.Status, Header: resp.Header, Page: p, Body: body})
	if !ok || !c.Kind.IsDefence() {
		return ""
	}
	return c.String()
}
