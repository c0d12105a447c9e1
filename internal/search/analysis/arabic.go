package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// arabic folds a rune of the Arabic block, U+0600 to U+06FF: 0 where it is dropped, less where it ends a word.
func arabic(r rune) rune { return arabicBlock[r-0x0600] }

var arabicBlock = func() (table [256]rune) {
	for i := range table {
		table[i] = foldArabic(rune(0x0600 + i))
	}
	return table
}()

// foldArabic: writers differ in hamzas, in final ya and ta marbuta, in vowels and in stretching, and mean the same
// word.
func foldArabic(r rune) rune {
	switch r {
	case 'أ', 'إ', 'آ', 'ٱ':
		return 'ا'
	case 'ى', 'ئ', 'ی': // the last is Persian ya
		return 'ي'
	case 'ؤ':
		return 'و'
	case 'ة', 'ۀ', 'ہ', 'ھ':
		return 'ه'
	case 'ک':
		return 'ك'
	case 'ء', 'ـ':
		return 0
	}
	switch {
	case r >= '٠' && r <= '٩':
		return r - '٠' + '0'
	case r >= '۰' && r <= '۹':
		return r - '۰' + '0'
	case unicode.IsLetter(r):
		return r
	case unicode.In(r, unicode.Mn, unicode.Cf):
		return 0
	}
	return -1
}

// ending is an Arabic ending, and how many letters a word has to keep without it: short words keep theirs, so that دبي
// stays itself.
type ending struct {
	text string
	left int
}

var (
	articles = []ending{{"وال", 2}, {"بال", 2}, {"كال", 2}, {"فال", 2}, {"لل", 2}, {"ال", 2}}
	// Of the dual and plural, of the feminine, of adjectives and of owners; folded, longest first.
	endings = []ending{{"تين", 3}, {"تان", 3}, {"ات", 3}, {"يه", 3}, {"ون", 3}, {"ين", 3}, {"ها", 3}, {"ه", 3},
		{"ي", 3}}
)

// stemArabic is a light stemmer after Larkey's light10, with more care for short words, and with the broken plurals of
// this trade, which no rule finds.
func stemArabic(word string) string {
	word = cutArticle(word)
	if singular, ok := brokenPlurals[word]; ok {
		word = singular
	}
	for _, e := range endings {
		rest, found := strings.CutSuffix(word, e.text)
		if !found || utf8.RuneCountInString(rest) < e.left {
			continue
		}
		word = rest
		if e.text == "ات" { // فعاليات is the plural of فعالية
			if rest, found := strings.CutSuffix(word, "ي"); found && utf8.RuneCountInString(rest) >= 3 {
				word = rest
			}
		}
		break
	}
	// صحراوي is of the صحراء
	if rest, found := strings.CutSuffix(word, "او"); found && utf8.RuneCountInString(rest) >= 3 {
		word = rest + "ا"
	}
	return word
}

func cutArticle(word string) string {
	for _, a := range articles {
		if rest, found := strings.CutPrefix(word, a.text); found && utf8.RuneCountInString(rest) >= a.left {
			return rest
		}
	}
	return word
}

// bare is a word without what is written onto its beginning: the article, or else a particle.
func bare(word string) string {
	if rest := cutArticle(word); rest != word {
		return rest
	}
	return withoutParticle(word)
}

// withoutParticle removes "and", "in" and "for" from a word: بدبي is "in Dubai". Only the meaning decides whether a
// letter is a particle; a word that loses a letter of its own is indexed under a form that no query has.
func withoutParticle(word string) string {
	r, size := utf8.DecodeRuneInString(word)
	rest := word[size:]
	if (r == 'و' || r == 'ب' || r == 'ل') && utf8.RuneCountInString(rest) >= 3 {
		return rest
	}
	return word
}

// brokenPlurals leads the folded plural to the singular.
var brokenPlurals = func() map[string]string {
	out := map[string]string{}
	for _, pair := range strings.Fields(`أسواق:سوق متاحف:متحف مدن:مدينة جزر:جزيرة جبال:جبل قوارب:قارب مناطيد:منطاد أنشطة:نشاط
مساجد:مسجد جوامع:جامع قصور:قصر حدائق:حديقة شواطئ:شاطئ كثبان:كثيب جمال:جمل مطاعم:مطعم عروض:عرض أطفال:طفل عوائل:عائلة
خيام:خيمة ليالي:ليلة ليال:ليلة أيام:يوم شهور:شهر أشهر:شهر قلاع:قلعة حصون:حصن أبراج:برج معابد:معبد مقابر:مقبرة أهرام:هرم أهرامات:هرم
شلالات:شلال وديان:وادي أودية:وادي كهوف:كهف بحار:بحر أنهار:نهر بساتين:بستان خيول:حصان أحصنة:حصان صقور:صقر طيور:طائر
أسماك:سمك دروس:درس ورش:ورشة مراكب:مركب يخوت:يخت سفن:سفينة حمامات:حمام مواقع:موقع معالم:معلم تذاكر:تذكرة فنادق:فندق
مطارات:مطار ملاهي:ملهى حفلات:حفل أطباق:طبق وجبات:وجبة صور:صورة نجوم:نجم رمال:رمل غابات:غابة آثار:أثر بيوت:بيت أحياء:حي
شوارع:شارع جولات:جولة مغامرات:مغامرة ألعاب:لعبة مزارع:مزرعة محميات:محمية نخيل:نخل خيل:حصان مقاهي:مقهى عطور:عطر توابل:تابل`) {
		plural, singular, _ := strings.Cut(pair, ":")
		out[Words(plural, 1)[0]] = Words(singular, 1)[0]
	}
	return out
}()
