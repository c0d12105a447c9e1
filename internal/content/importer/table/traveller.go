package table

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"storefront/internal/core/payload"
	"storefront/internal/lib/lazyregexp"
)

// travellers are words for types of travellers, singular and plural, in English, German, French, Spanish, Italian,
// Portuguese, Turkish and Arabic.
var travellers = func() map[string]payload.UnitType {
	all := map[string]payload.UnitType{}
	for unit, words := range map[payload.UnitType]string{
		payload.Adult: `adult adults erwachsener erwachsene erwachsenen adulte adultes adulto adultos adulta adultas
			adulti yetişkin yetişkinler بالغ بالغون بالغين للبالغين الكبار كبار`,
		payload.Child: `child children kid kids kind kinder enfant enfants niño niños niña niñas bambino bambini
			bambina bambine criança crianças infantil çocuk çocuklar طفل أطفال الأطفال للأطفال`,
		payload.Infant: `infant infants baby babies babys toddler kleinkind kleinkinder bébé bébés bebé bebés neonato
			neonati bebê bebês bebek bebekler رضيع رضّع الرضع`,
		payload.Youth: `youth youths teen teens teenager jugendlicher jugendliche jugendlichen jeune jeunes adolescent
			adolescents joven jóvenes ragazzo ragazzi jovem jovens genç gençler شاب شباب`,
		payload.Student: `student students studenten studierende étudiant étudiants étudiante estudiante estudiantes
			estudante estudantes studente studenti studentessa öğrenci öğrenciler طالب طلاب الطلاب`,
		payload.Senior: `senior seniors senioren rentner rentnerin sénior séniors retraité retraités mayores jubilado
			jubilada jubilados pensionista pensionistas anziano anziani pensionato pensionati idoso idosos reformado
			reformados emekli emekliler مسن مسنون متقاعد متقاعدون`,
		payload.Family: `family families familie familien famille familles familia familias famiglia família
			famílias aile عائلة عائلات`,
		payload.Military: `military`,
	} {
		for _, word := range strings.Fields(words) {
			all[word] = unit
		}
	}
	return all
}()

var (
	agesForm = lazyregexp.New(`(\d{1,2})\s*[-–]\s*(\d{1,2})|(\d{1,2})\s*\+`)
	letters  = lazyregexp.New(`^[\p{L}\p{M}]+`)
)

// travellerOf reads a value such as "Adult (12+)".
func travellerOf(value string) (unit payload.UnitType, ages string, ok bool) {
	unit, ok = travellers[smallLetters(letters.FindString(strings.TrimSpace(value)))]
	if !ok {
		return payload.OtherUnit, "", false
	}
	return unit, agesForm.FindString(latin(value)), true
}

// unitType returns the type of traveller that a cell has, by its code or by a usual word.
func unitType(text string) payload.UnitType {
	if unit, known := travellers[smallLetters(text)]; known {
		return unit
	}
	return payload.UnitType(strings.ToUpper(text))
}

// smallLetters returns a word in small letters, each with its marks. The Turkish İ loses its dot.
func smallLetters(word string) string {
	return strings.ReplaceAll(norm.NFC.String(strings.ToLower(word)), "i\u0307", "i")
}
