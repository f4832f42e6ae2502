package place

import (
	"slices"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/weburl"
)

// TestPlacesOfRecords states the places of a record as "rule: URL", files first.
func TestPlacesOfRecords(t *testing.T) {
	tests := []struct {
		name   string
		record bibliography.Record
		want   []string
	}{
		{"arXiv id of today", bibliography.Record{ArXiv: "2112.07620v4"}, []string{"arXiv id: https://arxiv.org/pdf/2112.07620v4"}},
		{"arXiv id of old", bibliography.Record{ArXiv: "math.GT/0309136"}, []string{"arXiv id: https://arxiv.org/pdf/math.GT/0309136"}},
		{"arXiv id with another path", bibliography.Record{ArXiv: "../../etc"}, nil},
		{"arXiv page", bibliography.Record{URLs: []string{"http://arxiv.org/abs/1602.01783"}}, []string{
			"arXiv abs: https://arxiv.org/pdf/1602.01783", "record's page: http://arxiv.org/abs/1602.01783"}},
		{"PMLR page", bibliography.Record{URLs: []string{"http://proceedings.mlr.press/v97/smith19a.html"}}, []string{
			"PMLR page: https://proceedings.mlr.press/v97/smith19a/smith19a.pdf",
			"PMLR page: https://proceedings.mlr.press/v97/smith19a.pdf",
			"record's page: http://proceedings.mlr.press/v97/smith19a.html"}},
		{"NeurIPS page of a track", bibliography.Record{URLs: []string{"https://proceedings.neurips.cc/paper_files/paper/2022/hash/0a9bc0e1f2-Abstract-Conference.html"}}, []string{
			"NeurIPS page: https://proceedings.neurips.cc/paper_files/paper/2022/file/0a9bc0e1f2-Paper-Conference.pdf",
			"record's page: https://proceedings.neurips.cc/paper_files/paper/2022/hash/0a9bc0e1f2-Abstract-Conference.html"}},
		{"ACL Anthology by DOI", bibliography.Record{DOI: "10.18653/v1/n04-1001"}, []string{
			"ACL Anthology DOI: https://aclanthology.org/N04-1001.pdf", "DOI: https://doi.org/10.18653/v1/n04-1001"}},
		{"ACL Anthology before its move", bibliography.Record{URLs: []string{"https://www.aclweb.org/anthology/papers/N/N19/N19-1423/"}}, []string{
			"ACL Anthology page: https://aclanthology.org/N19-1423.pdf", "record's page: https://www.aclweb.org/anthology/papers/N/N19/N19-1423/"}},
		{"OpenReview forum", bibliography.Record{URLs: []string{"https://openreview.net/forum?id=r1Ue8Hcxg"}}, []string{
			"OpenReview forum: https://openreview.net/pdf?id=r1Ue8Hcxg", "record's page: https://openreview.net/forum?id=r1Ue8Hcxg"}},
		{"HAL at a host of its own", bibliography.Record{URLs: []string{"https://univ-example.hal.science/hal-01234567v2"}}, []string{
			"HAL page: https://univ-example.hal.science/hal-01234567v2/document", "record's page: https://univ-example.hal.science/hal-01234567v2"}},
		{"PMC article", bibliography.Record{URLs: []string{"https://www.ncbi.nlm.nih.gov/pmc/articles/PMC2654146/"}}, []string{
			"PMC article: https://europepmc.org/articles/PMC2654146?pdf=render", "record's page: https://www.ncbi.nlm.nih.gov/pmc/articles/PMC2654146/"}},
		{"Zenodo by DOI", bibliography.Record{DOI: "10.5281/zenodo.1234567"}, []string{
			"Zenodo DOI: https://zenodo.org/records/1234567", "DOI: https://doi.org/10.5281/zenodo.1234567"}},
		{"JAIR page of old", bibliography.Record{URLs: []string{"http://www.jair.org/papers/paper301.html"}}, []string{
			"JAIR page: https://doi.org/10.1613/jair.301", "record's page: http://www.jair.org/papers/paper301.html"}},
		{"CEUR file", bibliography.Record{URLs: []string{"http://ceur-ws.org/Vol-1/paper3.pdf"}}, []string{"record's file: http://ceur-ws.org/Vol-1/paper3.pdf"}},
		{"publisher's page with a DOI", bibliography.Record{DOI: "10.1145/3292500.3330701", URLs: []string{"https://dl.acm.org/doi/abs/10.1145/3292500.3330701"}}, []string{
			"doi in URL: https://dl.acm.org/doi/pdf/10.1145/3292500.3330701",
			"record's page: https://dl.acm.org/doi/abs/10.1145/3292500.3330701", "DOI: https://doi.org/10.1145/3292500.3330701"}},
		{"publisher's page with a view after the DOI", bibliography.Record{URLs: []string{"http://pub.example/doi/10.1002/hipo.20995/abstract?x=1"}}, []string{
			"doi in URL: http://pub.example/doi/pdf/10.1002/hipo.20995", "record's page: http://pub.example/doi/10.1002/hipo.20995/abstract?x=1"}},
		{"EDP Sciences page", bibliography.Record{URLs: []string{"https://www.aanda.org/articles/aa/abs/2010/08/aa14485-10/aa14485-10.html"}}, []string{
			"EDP Sciences page: https://www.aanda.org/articles/aa/pdf/2010/08/aa14485-10.pdf", "record's page: https://www.aanda.org/articles/aa/abs/2010/08/aa14485-10/aa14485-10.html"}},
		{"IJCAI by DOI", bibliography.Record{DOI: "10.24963/ijcai.2019/46"}, []string{
			"IJCAI DOI: https://www.ijcai.org/proceedings/2019/0046.pdf", "DOI: https://doi.org/10.24963/ijcai.2019/46"}},
		{"DOI with characters to escape", bibliography.Record{DOI: "10.1002/(SICI)1097#<1::AID>3.0"}, []string{
			"DOI: https://doi.org/10.1002/%28SICI%291097%23%3C1::AID%3E3.0"}},
		{"DOI of a subdivided registrant", bibliography.Record{DOI: "10.1000.10/123"}, []string{"DOI: https://doi.org/10.1000.10/123"}},
		{"no DOI", bibliography.Record{DOI: "doi pending"}, nil},
		{"no URL", bibliography.Record{URLs: []string{"http://", "see library", "ftp://example.org/a.pdf"}}, nil},
		{"equal places", bibliography.Record{ArXiv: "1602.01783", DOI: "10.48550/arXiv.1602.01783"}, []string{
			"arXiv id: https://arxiv.org/pdf/1602.01783", "DOI: https://doi.org/10.48550/arXiv.1602.01783"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, p := range Of(&tt.record) {
				got = append(got, p.Rule+": "+p.URL.String())
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("places:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// TestPlacesAreBounded reads a record with more URLs than anybody would ask for.
func TestPlacesAreBounded(t *testing.T) {
	r := bibliography.Record{DOI: "10.1000/1"}
	for i := range 100 {
		r.URLs = append(r.URLs, "http://example.org/"+strings.Repeat("x", i+1))
	}
	if n := len(Of(&r)); n != maxPlaces {
		t.Errorf("%d places of a record with a hundred URLs, want %d", n, maxPlaces)
	}
}

// FuzzPlaces reads records from anywhere: places are few, differ, and are files before pages.
func FuzzPlaces(f *testing.F) {
	f.Add("10.18653/v1/N04-1001", "2112.07620", "https://proceedings.mlr.press/v97/smith19a.html")
	f.Add("10.1002/(SICI)1097#<1::AID>3.0", "math.GT/0309136v2", "http://www.jair.org/papers/paper301.html")
	f.Add("10.5194/acp-13-1689-2013", "", "https://dl.acm.org/doi/abs/10.1145/3292500.3330701?x=$1{host}")
	f.Fuzz(func(t *testing.T, doi, arXiv, url string) {
		places := Of(&bibliography.Record{DOI: doi, ArXiv: arXiv, URLs: []string{url}})
		if len(places) > maxPlaces {
			t.Errorf("%d places", len(places))
		}
		seen := map[weburl.Key]bool{}
		for i, p := range places {
			if p.URL.IsZero() || p.Rule == "" || seen[p.URL.Key()] {
				t.Errorf("place %v", p)
			}
			seen[p.URL.Key()] = true
			if i > 0 && p.Kind == File && places[i-1].Kind != File {
				t.Errorf("file %s after page %s", p.URL, places[i-1].URL)
			}
		}
	})
}
