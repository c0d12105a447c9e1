package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// foldedArabic folds a rune of the Arabic block, U+0600 to U+06FF: 0 if it is dropped, negative if it ends a word.
func foldedArabic(r rune) rune { return arabicFolds[r-0x0600] }

var arabicFolds = func() (table [256]rune) {
	for i := range table {
		table[i] = foldArabic(rune(0x0600 + i))
	}
	return table
}()

// foldArabic folds a rune: writers use hamzas, final ya and ta marbuta, vowels and stretching differently in the same
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

// affix is an Arabic prefix or suffix. It is removed only if minLetters or more letters remain, so that دبي is
// unchanged.
type affix struct {
	text       string
	minLetters int
}

var (
	articles = []affix{{"وال", 2}, {"بال", 2}, {"كال", 2}, {"فال", 2}, {"لل", 2}, {"ال", 2}}
	// Of the dual and plural, of the feminine, of adjectives and of owners; folded, longest first.
	endings = []affix{{"تين", 3}, {"تان", 3}, {"ات", 3}, {"يه", 3}, {"ون", 3}, {"ين", 3}, {"ها", 3}, {"ه", 3},
		{"ي", 3}}
)

// stemArabic is a light stemmer after Larkey's light10, with more care for short words, and with the broken plurals of
// this trade, which no rule finds.
func stemArabic(word string) string {
	word = stripArticle(word)
	if singular, ok := brokenPlurals[word]; ok {
		word = singular
	}
	for _, e := range endings {
		rest, found := strings.CutSuffix(word, e.text)
		if !found || utf8.RuneCountInString(rest) < e.minLetters {
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

func stripArticle(word string) string {
	for _, a := range articles {
		if rest, found := strings.CutPrefix(word, a.text); found && utf8.RuneCountInString(rest) >= a.minLetters {
			return rest
		}
	}
	return word
}

// stripArabicPrefix returns a word without its article, or else without its particle.
func stripArabicPrefix(word string) string {
	if rest := stripArticle(word); rest != word {
		return rest
	}
	return stripParticle(word)
}

// stripParticle removes "and", "in" and "for" from a word: بدبي is "in Dubai". Only the meaning decides whether a
// letter is a particle; a word that loses a letter of its own is indexed under a form that no query has.
func stripParticle(word string) string {
	r, size := utf8.DecodeRuneInString(word)
	rest := word[size:]
	if (r == 'و' || r == 'ب' || r == 'ل') && utf8.RuneCountInString(rest) >= 3 {
		return rest
	}
	return word
}

// brokenPlurals maps folded plurals to their singulars.
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
