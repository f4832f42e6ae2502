package main

import (
	"strings"
	"testing"

	"sluice/topic"
)

func TestClassBelowAGoodOneCannotLoseItsMark(t *testing.T) {
	e := &taxonomyEditor{Definition: topic.Definition{Classes: []topic.Class{{Name: "Web", Good: true}, {Name: "Web/Crawlers"}, {Name: "Law", Good: true}}}}
	if err := e.mark(nil, []string{"Crawlers"}); err == nil || !strings.Contains(err.Error(), `"Web/Crawlers": it belongs to "Web", which is good`) {
		t.Errorf("error %v", err)
	}
	if err := e.mark([]string{"Crawlers"}, []string{"Web", "Law"}); err != nil || e.Classes[0].Good || !e.Classes[1].Good || e.Classes[2].Good {
		t.Errorf("classes %+v, error %v", e.Classes, err)
	}
}
