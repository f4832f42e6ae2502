package landing

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sluice/weburl"
)

// TestAnswersOfInterfaces reads the lists of files that REST interfaces answer with.
func TestAnswersOfInterfaces(t *testing.T) {
	for _, tt := range []struct {
		name, url, body string
		want            []string
	}{
		{"DSpace 7 bundles", "https://api.u.example/server/api/core/items/1/bundles?embed=bitstreams", `{"_embedded":{"bundles":[
			{"name":"TEXT","type":"bundle","_embedded":{"bitstreams":{"_embedded":{"bitstreams":[{"name":"thesis.pdf.txt","_links":{"content":{"href":"https://api.u.example/server/api/core/bitstreams/t/content"}}}]}}}},
			{"name":"ORIGINAL","type":"bundle","_embedded":{"bitstreams":{"_embedded":{"bitstreams":[
				{"name":"data.csv","type":"bitstream","_links":{"content":{"href":"https://api.u.example/server/api/core/bitstreams/c/content"}}},
				{"name":"thesis.pdf","type":"bitstream","_links":{"content":{"href":"https://api.u.example/server/api/core/bitstreams/p/content"}}}]}}}},
			{"name":"LICENSE","type":"bundle","_embedded":{"bitstreams":{"_embedded":{"bitstreams":[{"name":"license.pdf","_links":{"content":{"href":"https://api.u.example/server/api/core/bitstreams/l/content"}}}]}}}}]}}`,
			[]string{"paper https://api.u.example/server/api/core/bitstreams/p/content (REST file)"}},
		{"DSpace 7 item", "https://api.u.example/server/api/pid/find?id=123/45", `{"uuid":"1","name":"A thesis","type":"item","_links":{"bundles":{"href":"https://api.u.example/server/api/core/items/1/bundles"}}}`,
			[]string{"interface https://api.u.example/server/api/core/items/1/bundles?embed=bitstreams (REST bundles)"}},
		{"DSpace 6", "http://repo.u.example/rest/handle/123/45?expand=bitstreams", `{"name":"A thesis","handle":"123/45","bitstreams":[
			{"name":"thesis.pdf","bundleName":"ORIGINAL","mimeType":"application/pdf","format":"Adobe PDF","retrieveLink":"/rest/bitstreams/9/retrieve"},
			{"name":"license.txt","bundleName":"LICENSE","mimeType":"text/plain","retrieveLink":"/rest/bitstreams/10/retrieve"},
			{"name":"thesis.pdf.jpg","bundleName":"THUMBNAIL","mimeType":"image/jpeg","retrieveLink":"/rest/bitstreams/11/retrieve"}]}`,
			[]string{"paper http://repo.u.example/rest/bitstreams/9/retrieve (REST file)"}},
		{"DSpace 5, links without the interface", "http://repo.u.example/x/rest/handle/123/45?expand=bitstreams", `{"bitstreams":[{"name":"a","bundleName":"ORIGINAL","mimeType":"application/pdf","retrieveLink":"/bitstreams/9/retrieve"}]}`,
			[]string{"paper http://repo.u.example/x/rest/bitstreams/9/retrieve (REST file)"}},
		{"InvenioRDM files", "https://repo.example/api/records/1/files", `{"enabled":true,"entries":[{"key":"figures.zip","mimetype":"application/zip","links":{"content":"https://repo.example/api/records/1/files/figures.zip/content"}},
			{"key":"paper.pdf","mimetype":"application/pdf","links":{"self":"https://repo.example/api/records/1/files/paper.pdf","content":"https://repo.example/api/records/1/files/paper.pdf/content"}}]}`,
			[]string{"paper https://repo.example/api/records/1/files/paper.pdf/content (REST file)"}},
		{"InvenioRDM record, files by name", "https://repo.example/api/records/1", `{"id":"1","files":{"entries":{"paper.pdf":{"key":"paper.pdf","links":{"content":"/api/records/1/files/paper.pdf/content"}}}}}`,
			[]string{"paper https://repo.example/api/records/1/files/paper.pdf/content (REST file)"}},
		{"Figshare", "https://api.repo.example/v2/articles/7", `{"title":"A talk","files":[{"name":"slides.pdf","download_url":"https://repo.example/ndownloader/files/1"},{"name":"manuscript.pdf","download_url":"https://repo.example/ndownloader/files/2"}]}`,
			[]string{"paper https://repo.example/ndownloader/files/2 (REST file)"}},
		{"Dataverse", "https://data.u.example/api/datasets/:persistentId/?persistentId=doi:10.1/X", `{"status":"OK","data":{"id":5,"latestVersion":{"id":6,"files":[
			{"label":"table.tab","restricted":false,"dataFile":{"id":17,"filename":"table.tab","contentType":"text/tab-separated-values"}},
			{"label":"secret.pdf","restricted":true,"dataFile":{"id":19,"filename":"secret.pdf","contentType":"application/pdf"}},
			{"label":"report.pdf","restricted":false,"dataFile":{"id":18,"filename":"report.pdf","contentType":"application/pdf"}}]}}}`,
			[]string{"paper https://data.u.example/api/access/datafile/18 (REST file)"}},
		{"link set", "https://repo.example/1/linkset", `{"linkset":[{"anchor":"https://repo.example/1","author":[{"href":"https://orcid.example/1"}],"item":[{"href":"https://repo.example/1/data.csv","type":"text/csv"},{"href":"https://repo.example/1/content","type":"application/pdf"}],"describedby":[{"href":"https://repo.example/1.pdf","type":"application/pdf"}]}]}`,
			[]string{"paper https://repo.example/1/content (REST file)"}},
		{"no files", "https://repo.example/api/records/1/files", `{"entries":[]}`, nil},
		{"no JSON", "https://repo.example/api/records/1/files", `{"entries":`, nil},
		{"JSON in JSON without end", "https://repo.example/api/x", strings.Repeat(`{"files":[`, 5000) + strings.Repeat(`]}`, 5000), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u, err := weburl.Parse(tt.url)
			if err != nil {
				t.Fatal(err)
			}
			if got := describe(Candidates(Answer{URL: u, Body: []byte(tt.body)})); !slices.Equal(got, tt.want) {
				t.Errorf("candidates:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// site is a small site: its answers by their addresses.
type site map[string]string

// follow reads answers from a page on as a harvest does, and returns the addresses that it asks for, up to the paper.
func (s site) follow(t *testing.T, url string) []string {
	t.Helper()
	asked := []string{url}
	for range MaxHops {
		a := answer(t, url, s[url])
		if json.Valid(a.Body) {
			a.Page = nil
		}
		found := Candidates(a)
		if len(found) == 0 {
			return asked
		}
		url = found[0].URL.String()
		if asked = append(asked, url); s[url] == "%PDF" {
			return asked
		}
	}
	return asked
}

// TestPaperWithinTwoHops follows wrappers and interfaces to the file.
func TestPaperWithinTwoHops(t *testing.T) {
	for _, tt := range []struct {
		name string
		site site
		want []string
	}{
		{"reader that shows the file in a frame", site{
			"https://h.example/content/28/22/2891.abstract":      `<a href="/content/28/22/2891.full.pdf+html">Full Text (PDF)</a>`,
			"https://h.example/content/28/22/2891.full.pdf+html": `<iframe src="/content/28/22/2891.full.pdf"></iframe>`,
			"https://h.example/content/28/22/2891.full.pdf":      "%PDF",
		}, []string{"https://h.example/content/28/22/2891.abstract", "https://h.example/content/28/22/2891.full.pdf+html", "https://h.example/content/28/22/2891.full.pdf"}},
		{"DSpace 7 without a page", site{
			"https://r.example/items/0b5c6fd2-4d6f-4a0b-8f0e-7a1c2d3e4f50":                                          `<ds-app></ds-app>`,
			"https://r.example/server/api/core/items/0b5c6fd2-4d6f-4a0b-8f0e-7a1c2d3e4f50/bundles?embed=bitstreams": `{"_embedded":{"bundles":[{"name":"ORIGINAL","_embedded":{"bitstreams":{"_embedded":{"bitstreams":[{"name":"a.pdf","_links":{"content":{"href":"/server/api/core/bitstreams/1/content"}}}]}}}}]}}`,
			"https://r.example/server/api/core/bitstreams/1/content":                                                "%PDF",
		}, []string{"https://r.example/items/0b5c6fd2-4d6f-4a0b-8f0e-7a1c2d3e4f50", "https://r.example/server/api/core/items/0b5c6fd2-4d6f-4a0b-8f0e-7a1c2d3e4f50/bundles?embed=bitstreams", "https://r.example/server/api/core/bitstreams/1/content"}},
		{"two pages that lead to each other", site{
			"https://l.example/a/12": `<meta http-equiv="refresh" content="0; url=/b/12">`,
			"https://l.example/b/12": `<meta http-equiv="refresh" content="0; url=/a/12">`,
		}, []string{"https://l.example/a/12", "https://l.example/b/12", "https://l.example/a/12"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.site.follow(t, tt.want[0]); !slices.Equal(got, tt.want) {
				t.Errorf("asked for:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}
