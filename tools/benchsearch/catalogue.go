package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The catalogue is synthetic: as many words as people write in ten thousand descriptions, with the frequencies of
// natural language (Zipf) and real names of places and categories.

var languages = []string{"en", "ar"}

const vocabularySize = 20_000

type place struct {
	slug  string
	names [2]string
}

func parsePlaces(table string) []place {
	var out []place
	for _, row := range strings.Split(table, ";") {
		f := strings.Split(strings.TrimSpace(row), "|")
		out = append(out, place{f[0], [2]string{f[1], f[2]}})
	}
	return out
}

var cities = parsePlaces(`dubai|Dubai|دبي;abu-dhabi|Abu Dhabi|أبو ظبي;
sharjah|Sharjah|الشارقة;riyadh|Riyadh|الرياض;jeddah|Jeddah|جدة;
alula|AlUla|العلا;doha|Doha|الدوحة;muscat|Muscat|مسقط;salalah|Salalah|صلالة;manama|Manama|المنامة;amman|Amman|عمّان;petra|Petra|البتراء;
beirut|Beirut|بيروت;cairo|Cairo|القاهرة;luxor|Luxor|الأقصر;aswan|Aswan|أسوان;marrakech|Marrakech|مراكش;fes|Fes|فاس;tunis|Tunis|تونس;
istanbul|Istanbul|إسطنبول;athens|Athens|أثينا;rome|Rome|روما;paris|Paris|باريس;london|London|لندن;lisbon|Lisbon|لشبونة`)

var kinds = parsePlaces(`desert-safaris|Desert safaris|سفاري الصحراء;boat-tours|Boat tours|جولات بحرية;
food-tours|Food tours|جولات الطعام;
city-tours|City tours|جولات المدينة;day-trips|Day trips|رحلات يومية;theme-parks|Theme parks|مدن الملاهي;museums|Museums|متاحف;
water-sports|Water sports|رياضات مائية;hot-air-balloons|Hot air balloons|مناطيد;hiking|Hiking|مشي جبلي;diving|Diving|غوص;
cooking-classes|Cooking classes|دروس الطبخ;shows|Shows|عروض;wellness|Wellness|عافية;private-tours|Private tours|جولات خاصة`)

var topics = [2][]string{
	strings.Fields("sunset walk dinner old town camel kayak museum ticket private harbour palace garden cruise " +
		"snorkel market camp balloon bike hike sunrise guide"),
	strings.Fields("رحلة جولة غروب عشاء سوق قديم جمل متحف تذكرة خاصة ميناء قصر حديقة قارب غوص مخيم منطاد دراجة " +
		"شروق مرشد صحراء جبل"),
}

var syllables = [2][]string{
	strings.Fields("ba ne ri to la mor sen da vi lo car pen tu mi ster al ver go ra fin ton el ma chi sur nor bel " +
		"qua zi hu"),
	strings.Fields("با مل ري سو ني كا در حم فل طا عن بر شم قو نا لي تر جو خط زم هل مو سر دا غي"),
}

// vocabulary returns the words of a language, the most frequent first.
func vocabulary(language int) []string {
	random := rand.New(rand.NewPCG(7, uint64(language)))
	words := append([]string{}, topics[language]...)
	known := map[string]bool{}
	for len(words) < vocabularySize {
		var b strings.Builder
		for range 2 + random.IntN(3) {
			b.WriteString(syllables[language][random.IntN(len(syllables[language]))])
		}
		if w := b.String(); !known[w] {
			known[w] = true
			words = append(words, w)
		}
	}
	return words
}

// text is the text of a product in one language.
type text struct {
	title, place, summary string
	details, includes     []string
}

type writer struct {
	random *rand.Rand
	zipf   *rand.Zipf
	words  []string
}

func newWriter(words []string, product, language int) *writer {
	random := rand.New(rand.NewPCG(uint64(product), uint64(language)))
	return &writer{random, rand.NewZipf(random, 1.1, 4, uint64(len(words)-1)), words}
}

func (w *writer) phrase(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = w.words[w.zipf.Uint64()]
	}
	return strings.Join(words, " ")
}

func (w *writer) phrases(n, words int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = w.phrase(words)
	}
	return out
}

func cityOf(i int) place { return cities[i%len(cities)] }
func kindOf(i int) place { return kinds[(i*7+i/len(cities))%len(kinds)] }

func textOf(words []string, i, language int) text {
	w := newWriter(words, i, language)
	return text{
		title: cityOf(i).names[language] + ": " + w.phrase(5), place: w.phrase(3) + " " + cityOf(i).names[language],
		summary: w.phrase(16),
		details: append(w.phrases(8, 11), w.phrases(8, 4)...), includes: w.phrases(5, 5),
	}
}

func slugOf(i int) string { return fmt.Sprintf("%s-%s-%06d", cityOf(i).slug, kindOf(i).slug, i) }
