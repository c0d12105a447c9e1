package table

import (
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/lib/lazyregexp"
)

// Names of the days of a week from Sunday on, in small letters, in English, German, French, Spanish, Italian and
// Arabic. Arabic names are without their article.
var dayNames = []string{
	"sun su sunday so sonntag dim dimanche dom domingo domenica أحد احد",
	"mon monday mo montag lun lundi lunes lunedì lunedi اثنين إثنين",
	"tue tues tu tuesday di dienstag mar mardi martes martedì martedi ثلاثاء",
	"wed weds we wednesday mi mittwoch mer mercredi mié mie miércoles miercoles mercoledì mercoledi أربعاء اربعاء",
	"thu thur thurs th thursday do donnerstag jeu jeudi jue jueves gio giovedì giovedi خميس",
	"fri fr friday freitag ven vendredi vie viernes venerdì venerdi جمعة",
	"sat sa saturday samstag sonnabend sam samedi sáb sab sábado sabado sabato سبت",
}

// Words between days: those of ranges, those before a range, and those of lists.
var (
	rangeWords = strings.Fields("- to till until through thru bis à au a al إلى الى حتى")
	fromWords  = strings.Fields("from von du de del dal da من")
	andWords   = strings.Fields("and und et y e و")
	dailyForm  = lazyregexp.New(`^(?:daily|every ?day|all days|täglich|jeden tag|alle tage|tous les jours|` +
		`chaque jour|todos los d[ií]as|cada d[ií]a|diario|diariamente|tutti i giorni|ogni giorno|كل يوم|يوميا|يوميًا|يومياً)$`)
	dayMarks = strings.NewReplacer(",", " ", "،", " ", ";", " ", "؛", " ", "/", " ", "&", " ", "+", " ", ".", " ",
		"-", " - ", "–", " - ", "—", " - ", "\u00a0", " ")
)

// weekdayOf returns the number of a day by its name, counted from Sunday; -1 for other words.
func weekdayOf(name string) int {
	return slices.IndexFunc(dayNames, func(names string) bool {
		of := strings.Fields(names)
		singular := strings.TrimSuffix(name, "s") // Mondays
		return slices.Contains(of, name) || slices.Contains(of, strings.TrimPrefix(name, "ال")) ||
			len(singular) >= len("lundi") && slices.Contains(of, singular)
	})
}

// daysIn returns the days that a text names: mon, wed & fri; Mon to Fri; daily. ok is false if it has other words.
func daysIn(text string) (days []int, ok bool) {
	if text = strings.ToLower(strings.TrimSpace(text)); dailyForm.MatchString(text) {
		return []int{0, 1, 2, 3, 4, 5, 6}, true
	}
	words := strings.Fields(dayMarks.Replace(text))
	for len(words) > 0 {
		isRange := slices.Contains(fromWords, words[0])
		if !isRange && slices.Contains(andWords, words[0]) && len(days) > 0 && len(words) > 1 {
			words = words[1:]
			continue
		}
		if isRange {
			words = words[1:]
		}
		if len(words) == 0 {
			return nil, false
		}
		first := weekdayOf(words[0])
		if after, joined := strings.CutPrefix(words[0], "و"); joined && first < 0 { // Arabic writes and before a word
			first = weekdayOf(after)
		}
		last := first
		if len(words) > 2 && slices.Contains(rangeWords, words[1]) {
			isRange, last, words = false, weekdayOf(words[2]), words[2:]
		}
		if first < 0 || last < 0 || isRange {
			return nil, false
		}
		for day := first; ; day = (day + 1) % 7 {
			if days = append(days, day); day == last {
				break
			}
		}
		words = words[1:]
	}
	return days, len(days) > 0
}

// days reads weekdays, and reports other words.
func (c *cell) days() (all []catalog.Weekday) {
	for _, text := range c.list() {
		days, ok := daysIn(text)
		if !ok {
			c.wrong("%q does not name weekdays, such as mon|wed, mon-fri or daily", importer.Short(text))
		}
		for _, day := range days {
			if !slices.Contains(all, catalog.Weekday(day)) {
				all = append(all, catalog.Weekday(day))
			}
		}
	}
	return all
}
