package page_test

import (
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"sluice/page"
)

// TestUndeclaredTextIsReadInEveryEncoding asks for the text, not for the name: some encodings differ in what a text does
// not hold.
func TestUndeclaredTextIsReadInEveryEncoding(t *testing.T) {
	for _, test := range []struct {
		text      string
		encodings []encoding.Encoding
	}{
		{"Knihovna byla založena v roce 1902 a od té doby slouží všem čtenářům města. Její fondy obsahují přes tři sta tisíc svazků, z nichž nejstarší pocházejí z šestnáctého století. Půjčovna je otevřena každý den kromě neděle, studovna pak až do večerních hodin. Čtenáři si mohou knihy objednat také předem přes počítač.", []encoding.Encoding{charmap.ISO8859_2, charmap.Windows1250}},
		{"Biblioteka została założona w roku 1902 i od tego czasu służy wszystkim mieszkańcom miasta. Jej zbiory obejmują ponad trzysta tysięcy książek, z których najstarsze pochodzą z szesnastego wieku. Wypożyczalnia jest otwarta codziennie oprócz niedziel, a czytelnia działa aż do późnego wieczora. Książki można także zamówić wcześniej przez sieć.", []encoding.Encoding{charmap.ISO8859_2, charmap.Windows1250}},
		{"A könyvtárat 1902-ben alapították, és azóta szolgálja a város valamennyi olvasóját. Gyűjteménye több mint háromszázezer kötetet számlál, amelyek közül a legrégebbiek a tizenhatodik századból származnak. A kölcsönző vasárnap kivételével minden nap nyitva tart, az olvasóterem pedig késő estig várja a látogatókat. A könyveket előre is meg lehet rendelni.", []encoding.Encoding{charmap.ISO8859_2, charmap.Windows1250}},
		{"Knižnica bola založená v roku 1902 a odvtedy slúži všetkým čitateľom mesta. Jej zbierky obsahujú viac ako tristotisíc zväzkov, z ktorých najstaršie pochádzajú zo šestnásteho storočia. Požičovňa je otvorená každý deň okrem nedele, študovňa potom až do neskorých večerných hodín. Čitatelia si môžu knihy objednať aj vopred.", []encoding.Encoding{charmap.ISO8859_2, charmap.Windows1250}},
		{"Knjižnica je bila ustanovljena leta 1902 in od takrat služi vsem bralcem mesta. Njene zbirke obsegajo več kot tristo tisoč knjig, najstarejše med njimi so iz šestnajstega stoletja. Izposoja je odprta vsak dan razen nedelje, čitalnica pa vse do poznega večera. Bralci si lahko gradivo naročijo tudi vnaprej, če želijo.", []encoding.Encoding{charmap.Windows1250}},
		{"Knjižnica je osnovana godine 1902. i otada služi svim čitateljima grada. Njezine zbirke obuhvaćaju više od tristo tisuća svezaka, od kojih najstariji potječu iz šesnaestoga stoljeća. Posudbeni odjel otvoren je svaki dan osim nedjelje, a čitaonica sve do kasnih večernjih sati. Čitatelji mogu knjige naručiti i unaprijed, što je često vrlo korisno.", []encoding.Encoding{charmap.Windows1250}},
		{"Biblioteca a fost înfiinţată în anul 1902 şi de atunci slujeşte tuturor cititorilor oraşului. Colecţiile sale cuprind peste trei sute de mii de volume, dintre care cele mai vechi datează din secolul al şaisprezecelea. Secţia de împrumut este deschisă în fiecare zi, în afară de duminică, iar sala de lectură până seara târziu.", []encoding.Encoding{charmap.Windows1250, charmap.ISO8859_2}},
		{"Библиотека была основана в 1902 году и с тех пор служит всем читателям города. Её фонды насчитывают более трёхсот тысяч томов, самые старые из которых относятся к шестнадцатому веку. Абонемент открыт ежедневно, кроме воскресенья, а читальный зал работает до позднего вечера. Книги можно также заказать заранее.", []encoding.Encoding{charmap.ISO8859_5, charmap.Windows1251, charmap.KOI8R, charmap.CodePage866, charmap.CodePage855, charmap.MacintoshCyrillic}},
		{"Библиотеката е основана през 1902 година и оттогава служи на всички читатели на града. Нейните сбирки съдържат повече от триста хиляди тома, най-старите от които са от шестнадесети век. Заемната служба е отворена всеки ден освен неделя, а читалнята работи до късно вечерта. Книгите могат да се поръчат и предварително.", []encoding.Encoding{charmap.ISO8859_5, charmap.Windows1251}},
		{"Η βιβλιοθήκη ιδρύθηκε το 1902 και από τότε εξυπηρετεί όλους τους αναγνώστες της πόλης. Οι συλλογές της περιλαμβάνουν πάνω από τριακόσιες χιλιάδες τόμους, οι παλαιότεροι από τους οποίους προέρχονται από τον δέκατο έκτο αιώνα. Το δανειστικό τμήμα είναι ανοικτό κάθε μέρα εκτός από την Κυριακή.", []encoding.Encoding{charmap.ISO8859_7, charmap.Windows1253}},
		{"הספרייה נוסדה בשנת אלף תשע מאות ושתיים ומאז היא משרתת את כל הקוראים של העיר. האוספים שלה כוללים יותר משלוש מאות אלף כרכים, והעתיקים שבהם הם מן המאה השש עשרה. מחלקת ההשאלה פתוחה בכל יום חוץ משבת, ואולם הקריאה פתוח עד שעות הערב המאוחרות. אפשר גם להזמין ספרים מראש.", []encoding.Encoding{charmap.Windows1255}},
		{"تأسست المكتبة في عام ألف وتسعمائة واثنين وهي تخدم منذ ذلك الحين جميع قراء المدينة. تضم مجموعاتها أكثر من ثلاثمائة ألف مجلد ويعود أقدمها إلى القرن السادس عشر. قسم الإعارة مفتوح كل يوم ما عدا يوم الجمعة وقاعة المطالعة مفتوحة حتى وقت متأخر من المساء. ويمكن أيضا طلب الكتب مسبقا.", []encoding.Encoding{charmap.ISO8859_6, charmap.Windows1256}},
		{"Kütüphane 1902 yılında kurulmuş ve o günden beri şehrin bütün okurlarına hizmet vermektedir. Koleksiyonları üç yüz binden fazla cilt içermekte, bunların en eskileri on altıncı yüzyıldan kalmadır. Ödünç verme bölümü pazar günü dışında her gün açıktır, okuma salonu ise akşamın geç saatlerine kadar çalışır. Kitaplar önceden de ısmarlanabilir.", []encoding.Encoding{charmap.Windows1254}},
		{"ห้องสมุดก่อตั้งขึ้นในปี พ.ศ. ๒๔๔๕ และตั้งแต่นั้นมาก็ให้บริการแก่ผู้อ่านทุกคนในเมือง มีหนังสือมากกว่าสามแสนเล่ม เล่มที่เก่าที่สุดมาจากศตวรรษที่สิบหก แผนกยืมหนังสือเปิดทุกวันยกเว้นวันอาทิตย์ ส่วนห้องอ่านหนังสือเปิดจนถึงเวลาดึก ผู้อ่านสามารถสั่งจองหนังสือล่วงหน้าได้", []encoding.Encoding{charmap.Windows874}},
		{"图书馆成立于一九零二年，从那时起一直为全市读者服务。馆藏超过三十万册，其中最古老的可以追溯到十六世纪。借阅部除星期日外每天开放，阅览室则一直开放到深夜。读者也可以提前预订图书。", []encoding.Encoding{simplifiedchinese.GBK}},
		{"圖書館成立於一九零二年，從那時起一直為全市讀者服務。館藏超過三十萬冊，其中最古老的可以追溯到十六世紀。借閱部除星期日外每天開放，閱覽室則一直開放到深夜。讀者也可以提前預訂圖書。", []encoding.Encoding{traditionalchinese.Big5}},
		{"図書館は一九〇二年に設立され、それ以来市のすべての読者に奉仕しています。蔵書は三十万冊を超え、もっとも古いものは十六世紀にさかのぼります。貸出部は日曜日を除いて毎日開いており、閲覧室は夜遅くまで利用できます。本は前もって予約することもできます。", []encoding.Encoding{japanese.ShiftJIS, japanese.EUCJP, japanese.ISO2022JP}},
		{"도서관은 일천구백이년에 설립되어 그 이후로 시의 모든 독자에게 봉사하고 있습니다. 장서는 삼십만 권을 넘으며 가장 오래된 것은 십육세기까지 거슬러 올라갑니다. 대출부는 일요일을 제외하고 매일 열려 있으며 열람실은 밤늦게까지 이용할 수 있습니다.", []encoding.Encoding{korean.EUCKR}},
		{"La bibliothèque a été fondée en 1902 et, depuis lors, elle est au service de tous les lecteurs de la ville. Ses fonds comptent plus de trois cent mille volumes, dont les plus anciens remontent au seizième siècle. Le prêt est ouvert tous les jours sauf le dimanche, et la salle de lecture jusqu'à une heure tardive. Où êtes-vous déjà allés cet été ?", []encoding.Encoding{charmap.Windows1252}},
		{"Die Bücherei wurde im Jahre 1902 gegründet und dient seither allen Lesern der Stadt. Ihre Bestände zählen über dreihunderttausend Bände, deren älteste aus dem sechzehnten Jahrhundert stammen. Die Ausleihe ist täglich außer sonntags geöffnet, der Lesesaal bis in die späten Abendstunden.", []encoding.Encoding{charmap.Windows1252}},
		{"La biblioteca se fundó en el año 1902 y desde entonces está al servicio de todos los lectores de la ciudad. Sus colecciones reúnen más de trescientos mil volúmenes, los más antiguos de los cuales datan del siglo dieciséis. El préstamo está abierto todos los días, excepto el domingo. ¿Cuándo viene usted, señor?", []encoding.Encoding{charmap.Windows1252}},
		{"A biblioteca foi fundada no ano de 1902 e desde então serve todos os leitores da cidade. As suas colecções reúnem mais de trezentos mil volumes, dos quais os mais antigos são do século dezasseis. A secção de empréstimo está aberta todos os dias, excepto ao domingo, e não há restrições.", []encoding.Encoding{charmap.Windows1252}},
		{"Biblioteket grundades år 1902 och betjänar sedan dess stadens alla läsare. Samlingarna omfattar över trehundratusen band, av vilka de äldsta är från sextonhundratalet. Utlåningen är öppen varje dag utom på söndagar, och läsesalen till sent på kvällen. Böcker kan också beställas på förhand.", []encoding.Encoding{charmap.Windows1252}},
		{"Biblioteket blev grundlagt i året 1902 og betjener siden da alle byens læsere. Samlingerne omfatter over tre hundrede tusinde bind, hvoraf de ældste stammer fra det sekstende århundrede. Udlånet er åbent hver dag undtagen søndag, og læsesalen indtil sent på aftenen.", []encoding.Encoding{charmap.Windows1252}},
		{"Kirjasto perustettiin vuonna 1902, ja siitä lähtien se on palvellut kaikkia kaupungin lukijoita. Kokoelmiin kuuluu yli kolmesataatuhatta nidettä, joista vanhimmat ovat peräisin kuudenneltatoista vuosisadalta. Lainaus on avoinna joka päivä sunnuntaita lukuun ottamatta, lukusali myöhään iltaan.", []encoding.Encoding{charmap.Windows1252}},
	} {
		for _, e := range test.encodings {
			for _, size := range []int{150, 1000} { // characters
				runes := []rune(test.text)
				want := string(runes[:min(size, len(runes))])
				body, err := e.NewEncoder().String(want)
				if err != nil {
					t.Fatal(e, err)
				}
				if text, name, from := page.Decode([]byte(body), ""); string(text) != want {
					t.Errorf("%v, %d characters, read as %s by %s: %.60q, want %.60q", e, size, name, from, text, want)
				}
			}
		}
	}
}
