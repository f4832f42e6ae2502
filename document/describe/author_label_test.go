package describe_test

import (
	"slices"
	"testing"

	"sluice/document/describe"
)

func TestAuthorsOfManyCountriesAreFound(t *testing.T) {
	for _, c := range []struct {
		name    string
		lines   []string
		authors []string
	}{
		{"Polish titles under a label", []string{
			"165 234 17 Roman|Sito i piasek", "197 264 12 Roman|Raport z testów", "258 134 12 Bold|Zespół projektowy:", "278 134 10 Roman|inż. Patryk Piaskowy", "290 134 10 Roman|mgr Wojciech Kamień",
		}, []string{"Patryk Piaskowy", "Wojciech Kamień"}},
		{"a family name on a line of its own, in Russian", []string{
			"140 172 14 Bold|Кафедра песка", "264 294 16 Roman|Песков", "282 240 16 Roman|Дмитрий Александрович", "319 96 14 Bold|СИТА ДЛЯ ПЕСКА И ГРАВИЯ", "372 263 16 Roman|Дипломная работа",
			"424 340 14 Roman|Научный руководитель:", "442 340 14 Roman|профессор И.В. Каменный", "748 288 14 Roman|Минск, 2017",
		}, []string{"Песков Дмитрий Александрович"}},
		{"a Turkish adviser, in capitals", []string{
			"258 210 12 Bold|KUMSAL ÜNİVERSİTESİ", "488 195 12 Bold|KUM İÇİN ELEKLER VE TAŞLAR", "521 272 12 Bold|Cahide Nur KUMCU", "678 166 12 Bold|PROJE-I DANIŞMANI : Dr. Öğr. Üyesi Burakhan ÇUBUKÇU", "736 291 12 Bold|11 Ocak 2023",
		}, []string{"Cahide Nur KUMCU"}},
		{"a short German student number", []string{
			"252 116 20 Bold|Siebe für Sand und Kies", "344 246 14 Bold|Bachelorarbeit", "566 288 12 Roman|von", "595 202 12 Roman|Maximilian Kiesel  Matr.-Nr.: 27427", "612 202 12 Roman|Abgabedatum :", "612 307 12 Roman|29. April 2019",
		}, []string{"Maximilian Kiesel"}},
		{"a Spanish name of seven words, in capitals", []string{
			"261 140 15 Bold|NUEVOS TAMICES DE ARENA", "280 142 12 Roman|MARÍA DEL CONSUELO ARENAS DE LA TORRE", "371 142 12 Roman|Directores", "385 142 12 Roman|DANIEL PIEDRA FERNÁNDEZ y MARÍA JOSÉ GRAVA BAUTISTA",
		}, []string{"María del Consuelo Arenas de la Torre"}},
		{"a Chinese abstract whose heading is set apart", append([]string{
			"84 122 22 Roman|筛子与沙的温度控制", "138 278 15 Bold|摘 要",
		}, prose(167)...), nil},
		{"a Turkish given name that is an English verb", append([]string{
			"105 92 17 Bold|The Sieve in Practice", "153 254 12 Roman|Barış Can Kum", "169 235 10 Roman|bariscan@sand.example",
		}, prose(250)...), []string{"Barış Can Kum"}},
		{"a Chinese label with letters set apart, and a teacher", []string{
			"120 150 24 Roman|筛子与沙的研究", "540 156 14 Roman|指 导 教 师：", "540 299 14 Roman|周石山 副教授", "626 155 14 Roman|学位申请人：", "626 333 14 Roman|王沙",
		}, []string{"王沙"}},
		{"a Japanese name behind a department", []string{
			"267 118 24 Roman|音楽情報の砂の篩", "538 233 18 Roman|学籍番号 20417", "594 185 18 Roman|電子情報工学科 砂川 拓也", "648 221 18 Roman|指導教員：石田 聡",
		}, []string{"砂川拓也"}},
		{"family names first, behind numbers of students", []string{
			"272 144 25 Bold|Trabajo de Arena", "500 158 14 Roman|104111 PIEDRA, Maria Fernanda", "518 158 14 Roman|106222 GRAVA, Mauricio", "536 158 14 Roman|101337 ARENA, Franco",
		}, []string{"Maria Fernanda PIEDRA", "Mauricio GRAVA", "Franco ARENA"}},
		{"a family name of two words in capitals, first", []string{
			"516 101 24 Roman|Rapport sur le sable", "630 78 12 Italic|Réalisé par :", "630 334 12 Italic|Encadré par :", "656 114 12 Italic|EL SABLE Youssef", "656 369 12 Italic|Pr. AISSA Karima", "682 114 12 Italic|GRAVIER Anas",
		}, []string{"Youssef EL SABLE", "Anas GRAVIER"}},
		{"a column under an unknown label", []string{
			"214 111 25 Roman|Analysis of Sand", "377 409 14 Roman|Accompagnants :", "389 115 14 Roman|Auteur :", "397 417 14 Roman|Tom Sable", "409 115 14 Roman|Robin Gravier", "417 378 14 Roman|Alexandre Caillou",
		}, []string{"Robin Gravier"}},
		{"a label that is a sentence", []string{
			"300 194 25 Bold|Einsatz von Sieben", "463 92 11 Bold|Ausgeführt im Schuljahr 2018/19 von:", "464 368 11 Bold|Betreuer/Betreuerin:", "491 92 11 Roman|Matej Sandner, 5A", "490 368 11 Roman|Mag. Otto Kiesel", "504 92 11 Roman|Lukas Stein, 5A",
		}, []string{"Matej Sandner", "Lukas Stein"}},
		{"who took notes of a lecture", []string{
			"118 220 25 Bold|Siebtheorie", "148 216 14 Bold|Wintersemester 2019/20", "167 198 14 Bold|Mitschrift von Floris Kiesel", "199 182 17 Roman|Prof. Dr. Amador Sandmann", "243 214 17 Roman|Mathematisches Institut",
		}, []string{"Floris Kiesel"}},
		{"contributors below the author", append([]string{
			"166 130 17 Bold|Sand A Peer-to-Peer Sieve", "219 208 12 Roman|Shawn Stone (shawn@sand.example)", "248 262 12 Roman|Contributors:", "261 134 12 Roman|Tom Pebble (tom@sand.example), Josh Gravel (josh@sand.example)",
		}, prose(360)...), []string{"Shawn Stone"}},
		{"a teacher beside the author, by the rank", []string{
			"367 135 18 Bold|SZITÁK ÉS HOMOK BEMUTATÁSA", "648 138 12 Roman|Homok Andor", "648 400 12 Roman|Kavicsos Balázs", "669 138 12 Italic|Egyetemi tanársegéd", "669 400 12 Italic|informatikus BSc",
		}, []string{"Kavicsos Balázs"}},
		{"a column of teachers beside the students", []string{
			"327 219 31 Bold|Sandstation", "559 92 11 Roman|Niklas Kiesel (ns162)", "574 92 11 Roman|Carina Stein (cs324)", "589 358 11 Roman|Prof. Dr. Gottfried Sandmann", "589 92 11 Roman|Kim Felsen (kb139)", "604 358 11 Roman|Tobias Gruber",
		}, []string{"Niklas Kiesel", "Carina Stein", "Kim Felsen"}},
		{"a list that breaks off behind the last given name", append([]string{
			"126 95 14 Bold|FUNDAMENTOS DE AREIA", "176 57 12 Roman|Lia Viviane Areal¹, Rita Helena Cascalho¹ e Paulo", "198 236 12 Roman|Henrique Lima Pedra²", "221 195 12 Roman|¹Universidade Federal de Areal",
		}, prose(280)...), []string{"Lia Viviane Areal", "Rita Helena Cascalho", "Paulo Henrique Lima Pedra"}},
		{"a school that is named after a person", append([]string{
			"60 48 18 Bold|Sieves Under Sand", "102 48 10 Roman|Dr David Gravel · Sandford J.R. Stone School of Public Sand · Gravel Impact Taskforce",
		}, prose(203)...), []string{"David Gravel"}},
		{"family names before given names of two syllables, side by side", append([]string{
			"100 166 12 Bold|Sieve DAISY: A Dialog of Sand and Gravel", "127 195 12 Italic|Lin, Shan-Wei,", "127 339 12 Italic|Wen, Mei-Hua", "141 157 12 Roman|sand@sieve.example", "169 146 12 Roman|Department of Sieves, National Sandport University",
		}, prose(210)...), []string{"Shan-Wei Lin", "Mei-Hua Wen"}},
		{"initials behind family names", append([]string{
			"60 95 24 Bold|Especificación de los tamices", "119 115 11 Roman|Arenal Piedra R. E.¹, Grava Chirinos C. D.¹", "142 220 11 Roman|¹Universidad La Arena, Arequipa, Perú",
		}, prose(210)...), []string{"Arenal Piedra R. E.", "Grava Chirinos C. D."}},
		{"a Vietnamese name behind a label", append([]string{
			"100 166 22 Bold|Đồ án về cát", "127 195 12 Roman|Sinh viên thực hiện: Nguyễn Văn An", "150 195 12 Roman|Giảng viên hướng dẫn: TS. Trần Thị Bình",
		}, prose(230)...), []string{"Nguyễn Văn An"}},
		{"a Russian student with a patronymic, and the group", append([]string{
			"100 166 22 Bold|Работа о песке и ситах", "127 195 12 Roman|Выполнил студент группы 321: Песков Пётр Сергеевич", "150 195 12 Roman|Проверил: доцент Камнев А.А.",
		}, prose(230)...), []string{"Песков Пётр Сергеевич"}},
		{"two family names before the given names", append([]string{
			"100 166 22 Bold|El tamiz de arena", "127 195 12 Roman|Integrantes:", "150 195 12 Roman|Arenal Gómez, Juan Carlos - 20181234", "165 195 12 Roman|Grava Díaz, María Fernanda - 20185678", "190 195 12 Roman|Docente: Mg. Raúl Piedra",
		}, prose(230)...), []string{"Juan Carlos Arenal Gómez", "María Fernanda Grava Díaz"}},
		{"labels of students' numbers", append([]string{
			"100 166 22 Bold|Elaborato di setacci", "127 195 12 Roman|Mario Sabbia matr. 123456", "140 195 12 Roman|Giulia Ghiaia matr. 654321", "160 195 12 Roman|Anno Accademico 2019/2020",
		}, prose(230)...), []string{"Mario Sabbia", "Giulia Ghiaia"}},
		{"parts of a title with a bar between them", append([]string{
			"250 72 40 Bold|Sieve Software", "384 72 18 Roman|STONE SIFTER | GC SIFTER | H-SAND", "500 72 16 Roman|Abhinav Gravel | 141503 | Namit Sandwala | 141565",
		}, prose(600)...), []string{"Abhinav Gravel", "Namit Sandwala"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := describe.Describe(sheet(c.lines...), describe.Around{}).All("author"); !slices.Equal(got, c.authors) {
				t.Errorf("authors %q, want %q", got, c.authors)
			}
		})
	}
}
