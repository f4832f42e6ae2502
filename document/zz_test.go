package document_test
import ("testing";"fmt";"sluice/document/internal/sandbox";"time")
func TestConformanceDocumentZ(t *testing.T){ for _, space := range []int64{1<<30, 4<<30} { bad := 0; for i := range 40 { f,_:=sandbox.Open(""); f.Put("in.doc","/tmp/fixdoc/n.doc")
r,err:=f.Run(t.Context(), sandbox.Command{Path:"/usr/bin/antiword",Args:[]string{"-m","UTF-8.txt","-w","0","in.doc"},Limits:sandbox.Limits{Time: 20 * time.Second, Memory: 512 << 20, Space: space, Disk: 64 << 20, Files: 50, Processes: 8, Output: 32<<20}}); if err!=nil||!r.OK() {bad++; if bad < 3 {fmt.Printf("%d %.300v %v\n", i,err,r.String())}}; f.Close()}; fmt.Println(space>>30, bad)}}
