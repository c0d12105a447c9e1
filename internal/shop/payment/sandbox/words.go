package sandbox

import (
	"strconv"
	"strings"
)

// Words are the payment page's, one set a language. A test holds that none is missing.
type Words struct {
	Dir                                                  string
	Provider, TestOnly, NoMoney                          string
	PayTo, Summary, Reference, Total, TimeLeft           string
	CardDetails, Number, Expiry, ExpiryHint, CVC, Holder string
	Pay, Back, BackHint                                  string
	TestCards, TestCardsHint, CardNumber, CardEffect     string
	EffectSuccess, EffectDecline, EffectChallenge        string
	EffectSlow, EffectUncapturable                       string
	EffectRefundFails, EffectDisputed, EffectOther       string
	Declined, Mistaken                                   string
	ErrorNumber, ErrorExpiry, ErrorExpired               string
	ErrorCVC, ErrorHolder                                string
	Bank, BankTitle, BankAsk, CardEnding, Approve        string
	Refuse                                               string
	EndedTitle, EndedText, PaidTitle, PaidText, Return   string
	UnknownTitle, UnknownText, StaleTitle, StaleText     string
	BrokenTitle, BrokenText, Again                       string
}

var languages = map[string]*Words{"en": &english, "ar": &arabic}

var english = Words{
	Dir:      "ltr",
	Provider: "Sandbox Pay", TestOnly: "Test payments",
	NoMoney: "No money moves on this page. Use one of the test cards; please never type a real one.",
	PayTo:   "You pay", Summary: "Your order", Reference: "Booking reference", Total: "Total", TimeLeft: "Minutes left to pay",
	CardDetails: "Card details", Number: "Card number", Expiry: "Expiry date", ExpiryHint: "MM / YY", CVC: "Security code",
	Holder: "Name on card",
	Pay:    "Pay", Back: "Back to the shop", BackHint: "This cancels the payment.",
	TestCards: "Test cards", TestCardsHint: "With any expiry date to come, any security code and any name.",
	CardNumber: "Number", CardEffect: "What happens",
	EffectSuccess: "Is paid", EffectDecline: "Is declined; you can try again", EffectChallenge: "The bank asks you to confirm",
	EffectSlow: "Is paid, but the answer takes some seconds", EffectUncapturable: "Is authorised, but the money cannot be collected",
	EffectRefundFails: "Is paid; a refund fails some seconds after it was made", EffectDisputed: "Is paid, and disputed at once",
	EffectOther: "Every other number is declined.",
	Declined:    "Sorry, the payment did not go through. Please check your information and try again.",
	Mistaken:    "Please fix the highlighted fields.",
	ErrorNumber: "Enter the card number as it stands on the card.", ErrorExpiry: "Enter month and year, such as 08 / 29.",
	ErrorExpired: "This card has expired.", ErrorCVC: "Enter the 3 or 4 digits of the security code.",
	ErrorHolder: "Enter the name on the card.",
	Bank:        "Test Bank", BankTitle: "Confirm this payment",
	BankAsk: "In place of a code from your bank, simply choose what it should answer.", CardEnding: "Card ending in",
	Approve: "Approve", Refuse: "Refuse",
	EndedTitle: "This payment page has closed", EndedText: "Nothing was taken from your card. Go back to the shop to try again.",
	PaidTitle: "This order is paid", PaidText: "There is nothing more to do here. Go back to the shop to see your order.",
	Return: "Go back to the shop", UnknownTitle: "There is no such payment page",
	UnknownText: "The address may be incomplete. Go back to the shop and start the payment again.",
	StaleTitle:  "Please send the form again", StaleText: "The form did not come from this page, so nothing was done.",
	BrokenTitle: "Something went wrong on our side", BrokenText: "You are never charged twice for one order. Please try again in a moment.",
	Again: "Try again",
}

var arabic = Words{
	Dir:      "rtl",
	Provider: "ساندبوكس باي", TestOnly: "مدفوعات تجريبية",
	NoMoney: "لا تُحوَّل أي أموال في هذه الصفحة. استخدم إحدى البطاقات التجريبية، ولا تُدخل رقم بطاقة حقيقية أبدًا.",
	PayTo:   "تدفع إلى", Summary: "طلبك", Reference: "رقم الحجز", Total: "الإجمالي", TimeLeft: "الدقائق المتبقية للدفع",
	CardDetails: "بيانات البطاقة", Number: "رقم البطاقة", Expiry: "تاريخ الانتهاء", ExpiryHint: "MM / YY", CVC: "رمز الأمان",
	Holder: "الاسم على البطاقة",
	Pay:    "ادفع", Back: "العودة إلى المتجر", BackHint: "يؤدي ذلك إلى إلغاء الدفع.",
	TestCards: "بطاقات تجريبية", TestCardsHint: "مع أي تاريخ انتهاء لم يحن بعد وأي رمز أمان وأي اسم.",
	CardNumber: "الرقم", CardEffect: "ما يحدث",
	EffectSuccess: "يتم الدفع", EffectDecline: "تُرفض البطاقة ويمكنك المحاولة من جديد", EffectChallenge: "يطلب منك البنك تأكيد الدفع",
	EffectSlow: "يتم الدفع، لكن الرد يستغرق بضع ثوانٍ", EffectUncapturable: "يُحجز المبلغ، لكن لا يمكن تحصيله",
	EffectRefundFails: "يتم الدفع، ويفشل أي رد للمبلغ بعد ثوانٍ من إجرائه", EffectDisputed: "يتم الدفع ثم يُعترض عليه فورًا",
	EffectOther: "تُرفض أي أرقام أخرى.",
	Declined:    "عذرًا، لم تتم عملية الدفع. يُرجى التحقق من بياناتك والمحاولة مرة أخرى.",
	Mistaken:    "يُرجى تصحيح الحقول المشار إليها أدناه.",
	ErrorNumber: "أدخل رقم البطاقة كما هو مدوَّن عليها.", ErrorExpiry: "أدخل الشهر والسنة بالصيغة الموضحة أعلاه.",
	ErrorExpired: "انتهت صلاحية هذه البطاقة.", ErrorCVC: "أدخل رمز الأمان المكوَّن من 3 أو 4 أرقام.",
	ErrorHolder: "أدخل الاسم المدوَّن على البطاقة.",
	Bank:        "البنك التجريبي", BankTitle: "أكِّد عملية الدفع هذه",
	BankAsk: "بدلًا من رمز يرسله إليك البنك، اختر ببساطة الرد الذي تريده منه.", CardEnding: "بطاقة تنتهي بالأرقام",
	Approve: "موافقة", Refuse: "رفض",
	EndedTitle: "أُغلقت صفحة الدفع هذه", EndedText: "لم يُخصم أي مبلغ من بطاقتك. عُد إلى المتجر للمحاولة مرة أخرى.",
	PaidTitle: "تم دفع هذا الطلب", PaidText: "لم يبقَ ما تفعله هنا. عُد إلى المتجر للاطلاع على طلبك.",
	Return: "العودة إلى المتجر", UnknownTitle: "لا توجد صفحة دفع بهذا العنوان",
	UnknownText: "ربما كان العنوان ناقصًا. عُد إلى المتجر وابدأ الدفع من جديد.",
	StaleTitle:  "يُرجى إرسال النموذج مرة أخرى", StaleText: "لم يصل النموذج من هذه الصفحة، لذلك لم يُنفَّذ أي شيء.",
	BrokenTitle: "حدث خطأ من جانبنا", BrokenText: "لن يُخصم منك مبلغ الطلب مرتين أبدًا. يُرجى المحاولة بعد قليل.",
	Again: "حاول مرة أخرى",
}

// mistake answers the words of a field's mistake; they stand beside the field.
func (w *Words) mistake(key string) string {
	return map[string]string{
		"ErrorNumber": w.ErrorNumber, "ErrorExpiry": w.ErrorExpiry, "ErrorExpired": w.ErrorExpired, "ErrorCVC": w.ErrorCVC,
		"ErrorHolder": w.ErrorHolder,
	}[key]
}

// amount writes minor units with all the currency's decimals, since this is the sum that a card would be charged. Digits
// are Latin in Arabic too, as on the shop's pages.
func amount(minor int64, currency string, exponent int) string {
	sign := ""
	if minor < 0 {
		sign, minor = "−", -minor
	}
	digits := strconv.FormatInt(minor, 10)
	if missing := exponent + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	whole, decimals := digits[:len(digits)-exponent], digits[len(digits)-exponent:]
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if decimals != "" {
		decimals = "." + decimals
	}
	return sign + currency + "\u00a0" + whole + decimals
}
