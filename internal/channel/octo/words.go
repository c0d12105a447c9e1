package octo

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"storefront/internal/core/payload"
)

// in returns the text in a language; English for any other than Arabic.
func (m message) in(language string) string {
	if language == "ar" {
		return m.ar
	}
	return m.en
}

// unitTitles names the units that content gives no title.
var unitTitles = map[payload.UnitType]message{
	payload.Adult: {"Adult", "بالغ"}, payload.Youth: {"Youth", "شاب"}, payload.Child: {"Child", "طفل"},
	payload.Infant: {"Infant", "رضيع"}, payload.Family: {"Family", "عائلة"}, payload.Senior: {"Senior", "كبير السن"},
	payload.Student: {"Student", "طالب"}, payload.Military: {"Military", "عسكري"},
	payload.OtherUnit: {"Other", "غير ذلك"},
}

// arabicUnits has the forms of a unit of time: one, two, three to ten, and eleven or more.
var arabicUnits = map[string][4]string{
	"minute": {"دقيقة واحدة", "دقيقتين", "دقائق", "دقيقة"}, "hour": {"ساعة واحدة", "ساعتين", "ساعات", "ساعة"},
	"day": {"يوم واحد", "يومين", "أيام", "يومًا"},
}

// durationText returns a length of time in words.
func durationText(language string, minutes int) string {
	n, unit := minutes, "minute"
	const hour, day = 60, 24 * 60
	if minutes%day == 0 {
		n, unit = minutes/day, "day"
	} else if minutes%hour == 0 {
		n, unit = minutes/hour, "hour"
	}
	if language != "ar" {
		if n != 1 {
			unit += "s"
		}
		return fmt.Sprintf("%d %s", n, unit)
	}
	forms, lastDigits := arabicUnits[unit], n%100
	switch {
	case n == 1:
		return forms[0]
	case n == 2:
		return forms[1]
	case lastDigits >= 3 && lastDigits <= 10:
		return strconv.Itoa(n) + " " + forms[2]
	}
	return strconv.Itoa(n) + " " + forms[3]
}

// policyText returns the terms of cancelling in words.
func policyText(language string, tiers []payload.CancellationTier) string {
	sorted := slices.SortedFunc(slices.Values(tiers),
		func(a, b payload.CancellationTier) int { return cmp.Compare(b.Before, a.Before) })
	var parts []string
	for _, t := range sorted {
		if t.Refund == 0 {
			continue
		}
		refund := message{"Full refund", "يُسترد المبلغ كاملًا"}
		if t.Refund < 100 {
			refund = message{fmt.Sprintf("%d%% refund", t.Refund), fmt.Sprintf("يُسترد %d%% من المبلغ", t.Refund)}
		}
		before := message{"until the start", "حتى موعد البداية"}
		if t.Before > 0 {
			before = message{"until " + durationText("en", t.Before) + " before the start",
				"عند الإلغاء قبل " + durationText("ar", t.Before) + " على الأقل من البداية"}
		}
		parts = append(parts, refund.in(language)+" "+before.in(language))
	}
	if len(parts) == 0 {
		return message{"Not refundable", "لا يُسترد المبلغ"}.in(language)
	}
	return strings.Join(parts, message{"; ", "؛ "}.in(language))
}
