package main

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

// languages are the languages of the catalogue; the first has no path prefix.
var languages = []string{"en", "ar"}

var vocabulary = [][]string{strings.Fields(`
the a our your local guide morning evening sunset old town market harbour desert dunes river mountain coast island palace
museum garden street tower bridge boat camel jeep tea coffee spice dinner lunch tasting small group private family children
friendly relaxed lively quiet hidden famous historic modern traditional colourful fragrant golden ancient narrow wide shaded
rooftop viewpoint photo stop hotel pickup transfer driver water snacks ticket entrance queue skip story stories legend trader
fisherman craft workshop pottery weaving cooking class recipe bread rice lamb fish fruit honey date palm oasis lagoon reef
snorkel dive swim kayak paddle sail cruise sunrise stars camp fire music drum dance henna falcon horse walk hike trail valley
canyon waterfall forest bird wildlife safari bike ride tram train balloon flight breeze warm cool gentle long short easy
steady steep smooth careful welcome enjoy discover explore wander taste learn meet watch listen climb cross follow return
finish start arrive leave before after during between along across through around under over with without and then while
because until as soon every each some many most few several whole half full day hour minute week season winter spring summer
autumn early late always often sometimes rarely`), strings.Fields(`
جولة رحلة مدينة سوق قديم ميناء صحراء كثبان نهر جبل ساحل جزيرة قصر متحف حديقة شارع برج جسر قارب جمل سيارة شاي قهوة توابل عشاء
غداء تذوق مجموعة صغيرة خاصة عائلية أطفال هادئة مميزة شهيرة تاريخية حديثة تقليدية ملونة عطرية ذهبية عريقة ضيقة واسعة مظللة سطح
إطلالة صور فندق توصيل سائق ماء وجبات تذكرة دخول طابور قصص حكاية تاجر صياد حرفة ورشة فخار نسيج طبخ درس وصفة خبز أرز لحم سمك
فواكه عسل تمر نخيل واحة بحيرة شعاب غوص سباحة تجديف إبحار شروق غروب نجوم مخيم نار موسيقى رقص حناء صقر حصان مشي مسار وادي شلال
غابة طيور برية دراجة قطار منطاد طيران نسيم دافئ بارد لطيف طويل قصير سهل مرحبا استمتع اكتشف استكشف تجول تعلم قابل شاهد استمع
اعبر اتبع عد ابدأ صل غادر قبل بعد خلال بين على عبر حول تحت فوق مع بدون ثم بينما لأن حتى كل بعض معظم كامل نصف يوم ساعة دقيقة
أسبوع موسم شتاء ربيع صيف خريف مبكرا متأخرا دائما غالبا أحيانا`)}

var authors = [][]string{
	strings.Fields("Olivia Noah Emma Liam Ava Lucas Mia Ethan Sofia James Amelia Henry Chloe Jack Isla Leo Grace " +
		"Oscar Ruby Max"),
	strings.Fields("أحمد فاطمة محمد عائشة خالد مريم يوسف نورة علي سارة عمر ليلى حسن هند سعيد ريم فيصل دانة ماجد شيخة"),
}

var countries = [][]string{strings.Fields("GB DE FR IN AU CA ES IT JP US"),
	strings.Fields("AE SA EG KW QA OM BH JO MA LB")}

// place is a city or a category; Names are in the order of languages.
type place struct {
	Slug  string
	Names []string
}

func parsePlaces(table string) []place {
	var out []place
	for _, row := range strings.Split(table, ";") {
		f := strings.Split(strings.TrimSpace(row), "|")
		out = append(out, place{f[0], f[1:]})
	}
	return out
}

var cities = parsePlaces(`dubai|Dubai|دبي;abu-dhabi|Abu Dhabi|أبوظبي;
sharjah|Sharjah|الشارقة;riyadh|Riyadh|الرياض;jeddah|Jeddah|جدة;
alula|AlUla|العلا;doha|Doha|الدوحة;muscat|Muscat|مسقط;salalah|Salalah|صلالة;manama|Manama|المنامة;
kuwait-city|Kuwait City|مدينة الكويت;amman|Amman|عمّان;petra|Petra|البتراء;aqaba|Aqaba|العقبة;beirut|Beirut|بيروت;
cairo|Cairo|القاهرة;luxor|Luxor|الأقصر;aswan|Aswan|أسوان;hurghada|Hurghada|الغردقة;sharm-el-sheikh|Sharm El Sheikh|شرم الشيخ;
alexandria|Alexandria|الإسكندرية;marrakech|Marrakech|مراكش;fes|Fes|فاس;casablanca|Casablanca|الدار البيضاء;tunis|Tunis|تونس;
istanbul|Istanbul|إسطنبول;cappadocia|Cappadocia|كابادوكيا;antalya|Antalya|أنطاليا;athens|Athens|أثينا;rome|Rome|روما;
paris|Paris|باريس;london|London|لندن;barcelona|Barcelona|برشلونة;madrid|Madrid|مدريد;lisbon|Lisbon|لشبونة;
bangkok|Bangkok|بانكوك;phuket|Phuket|بوكيت;bali|Bali|بالي;singapore|Singapore|سنغافورة;tokyo|Tokyo|طوكيو`)

var categories = parsePlaces(`desert-safaris|Desert safaris|سفاري الصحراء;boat-tours|Boat tours|جولات بحرية;
food-tours|Food tours|جولات الطعام;
city-tours|City tours|جولات المدينة;day-trips|Day trips|رحلات يومية;theme-parks|Theme parks|مدن الملاهي;museums|Museums|متاحف;
water-sports|Water sports|رياضات مائية;hot-air-balloons|Hot air balloons|مناطيد;hiking|Hiking|مشي جبلي;diving|Diving|غوص;
cooking-classes|Cooking classes|دروس الطبخ;shows|Shows|عروض;nightlife|Nightlife|حياة ليلية;wellness|Wellness|عافية;
photography|Photography|تصوير;family-fun|Family fun|متعة عائلية;private-tours|Private tours|جولات خاصة;adventure|Adventure|مغامرات;
airport-transfers|Airport transfers|نقل المطار`)

// writer generates text from the vocabulary, the same for the same seeds.
type writer struct {
	*rand.Rand
	words []string
}

const seed = 20261120

// newWriter returns a writer for one document, so that the text does not depend on the number of documents.
func newWriter(kind, document, language int) writer {
	stream := uint64(kind)<<56 | uint64(document)<<8 | uint64(language)
	return writer{rand.New(rand.NewPCG(seed, stream)), vocabulary[language]}
}

func (w writer) between(low, high int) int     { return low + w.IntN(high-low+1) }
func (w writer) oneOf(list []string) string    { return list[w.IntN(len(list))] }
func (w writer) sentence(low, high int) string { return w.phrase(w.between(low, high)) + "." }

func (w writer) phrase(words int) string {
	var b strings.Builder
	for i := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.oneOf(w.words))
	}
	first, size := utf8.DecodeRuneInString(b.String())
	return string(unicode.ToUpper(first)) + b.String()[size:]
}

func (w writer) paragraph(words int) string {
	var sentences []string
	for left := words; left > 0; {
		n := max(3, min(left, w.between(8, 18)))
		sentences = append(sentences, w.phrase(n)+".")
		left -= n
	}
	return strings.Join(sentences, " ")
}

func (w writer) sentences(count, low, high int) []string {
	out := make([]string, count)
	for i := range out {
		out[i] = w.sentence(low, high)
	}
	return out
}
