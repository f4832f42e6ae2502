package describe_test

import (
	"slices"
	"testing"

	"sluice/document/describe"
)

func TestStudentsAreFoundAmongNumbersTeachersAndDegrees(t *testing.T) {
	for _, c := range []struct {
		name    string
		lines   []string
		authors []string
	}{
		{"above the title, with the term in a column beside them", []string{
			"60 72 12 Roman|Roman Mkrtsand", "60 440 12 Roman|SI5 - 2012/2013", "76 72 12 Roman|François Gravier",
			"300 160 18 Roman|Rapport de projet de tamisage", "340 150 18 Roman|Réalisation d'un tamis sécurisé",
		}, []string{"Roman Mkrtsand", "François Gravier"}},
		{"in a table with their numbers", []string{
			"120 180 24 Bold|A Sieve for Every Sand", "300 190 10 Bold|Team Member", "300 330 10 Bold|Roll Number",
			"316 190 10 Roman|Arihant Sandhati", "316 330 10 Roman|2023111026", "332 190 10 Roman|Kiesha Gravelani", "332 330 10 Roman|2023111023",
			"348 190 10 Roman|Mohit Kumar Singh", "348 330 10 Roman|2023111021", "600 260 10 Roman|April 2026",
		}, []string{"Arihant Sandhati", "Kiesha Gravelani", "Mohit Kumar Singh"}},
		{"between stars behind a label", append([]string{
			"60 72 17 Bold|Traitement de sable", "90 72 10 Roman|Remis par : * Nicolas Sablier * Guillaume Roche",
		}, prose(130)...), []string{"Nicolas Sablier", "Guillaume Roche"}},
		{"with the numbers of their groups", append([]string{
			"60 150 17 Roman|Simulación de tamices", "90 200 12 Roman|Juan Carlos Arenas Delgado C-411", "105 210 12 Roman|Raudel Gómez Piedra C-411", "120 220 12 Roman|28 de abril de 2024",
		}, prose(260)...), []string{"Juan Carlos Arenas Delgado", "Raudel Gómez Piedra"}},
		{"with numbers of eleven digits", append([]string{
			"60 150 17 Bold|The Sand League", "150 290 12 Roman|By:", "170 220 12 Roman|Jane Roe Stone 20232020096", "190 210 12 Roman|David Felipe Arena León 20231020202",
		}, prose(760)...), []string{"Jane Roe Stone", "David Felipe Arena León"}},
		{"with a dash and a number at the name", []string{
			"120 200 14 Roman|Universidade da Areia", "200 240 14 Italic|A Peneira Veloz", "300 80 8 Roman|Afonso Magalhães- A95250", "300 330 8 Roman|Marta Ribeiro- A95408", "420 90 8 Roman|Artur Leite- A97027",
		}, []string{"Afonso Magalhães", "Marta Ribeiro", "Artur Leite"}},
		{"with numbers in brackets that could be postal codes", append([]string{
			"60 150 17 Bold|Heat in Sieves", "100 90 10 Roman|By Ankit Sand (126774), Ajay Satish Patil (126655), Syed Wali Ahmad Rizvi (126657)",
		}, prose(260)...), []string{"Ankit Sand", "Ajay Satish Patil", "Syed Wali Ahmad Rizvi"}},
		{"and not the teacher of the seminar", []string{
			"100 150 20 Bold|Über die Macht der Siebe", "160 250 12 Roman|Florian Kiesling", "180 240 12 Roman|28. Dezember 2017", "210 220 12 Roman|im Rahmen des Seminars", "225 240 12 Roman|Siebe und Sand",
			"240 210 12 Roman|von Prof. Dr. Petra Steinmann",
		}, []string{"Florian Kiesling"}},
		{"and not the degree", []string{
			"100 150 20 Bold|Cálculo de tamices", "160 200 12 Roman|para obtener el grado de:", "180 210 14 Roman|LICENCIADO EN QUÍMICA", "220 250 12 Roman|presenta:", "240 220 14 Roman|ÉDGAR GARCÍA ARENAS",
		}, []string{"Édgar García Arenas"}},
		{"under a label of two words", []string{
			"60 200 12 Roman|Università della Sabbia", "200 120 20 Bold|Setacci e anomalie", "300 90 12 Italic|Tutor Interno", "315 90 12 Roman|Prof. Lamberto Ghiaia", "300 400 12 Italic|Studente Candidato", "315 400 12 Roman|Giovanni Pietra",
		}, []string{"Giovanni Pietra"}},
		{"and not those who have approved", []string{
			"72 150 12 Roman|SAND AS A SOURCE OF ANOMALIES", "95 230 12 Roman|Andrii Bozhko, B.S., M.S.", "180 200 12 Roman|Dissertation Prepared for the Degree of", "195 220 12 Roman|DOCTOR OF PHILOSOPHY",
			"300 200 12 Roman|UNIVERSITY OF NORTH SAND", "400 260 12 Roman|APPROVED:", "415 260 12 Roman|Arkadii Krokhin, Major Professor", "430 260 12 Roman|Yuankun Lin, Committee Member",
		}, []string{"Andrii Bozhko"}},
		{"who has written the notes", []string{
			"100 90 11 Roman|Notes written by Alun C. Stone", "160 90 17 Roman|Course Notes on the Holes of Sieves", "200 90 11 Roman|Presented by Gareth Gravel", "230 90 9 Roman|June 2022",
		}, []string{"Alun C. Stone"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := describe.Describe(sheet(c.lines...), describe.Around{}).All("author"); !slices.Equal(got, c.authors) {
				t.Errorf("authors %q, want %q", got, c.authors)
			}
		})
	}
}
