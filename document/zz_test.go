package document_test
import ("testing";"os";"sluice/document";"fmt";"bufio";"encoding/json";"encoding/base64";"path/filepath")
func TestZZ(t *testing.T){ temp := t.TempDir(); r:=document.NewReader(document.Options{TempDir: temp}); defer r.Close()
f,_:=os.Open("/work/shared/conformance/documents.jsonl"); s:=bufio.NewScanner(f); s.Buffer(nil,1<<28)
for s.Scan(){ var c struct{ID,Ext,File,Expect string; Data string `json:"data_b64"`}; json.Unmarshal(s.Bytes(),&c); if c.ID > "documents-00054" {continue}
b,_:=base64.StdEncoding.DecodeString(c.Data); p:=filepath.Join(t.TempDir(),filepath.Base(c.File)); os.WriteFile(p,b,0o600)
d,err:=r.Read(t.Context(), p, document.Hint{}); if c.Ext=="doc" {fmt.Println(c.ID, c.File, err); if d!=nil {fmt.Printf("   %.90q\n", d.Text)}}}}
