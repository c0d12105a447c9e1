package document

import (
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

var arabic = Words{
	Code: "ar", RTL: true, tag: language.Arabic,
	Comma:     "،",
	Weekdays:  [7]string{"الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"},
	Months:    [12]string{"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"},
	Halves:    [2]string{"ص", "م"},
	Greenwich: "غرينتش %[1]s", Times: "%[1]s × %[2]s",
	Symbols: map[string]string{
		"AED": "د.إ.", "AUD": "AU$", "BHD": "د.ب.", "BRL": "R$", "CAD": "CA$", "CNY": "CN¥", "EGP": "ج.م.", "EUR": "€", "GBP": "UK£",
		"HKD": "HK$", "IQD": "د.ع.", "JOD": "د.أ.", "JPY": "JP¥", "KWD": "د.ك.", "LBP": "ل.ل.", "LYD": "د.ل.", "MAD": "د.م.",
		"MXN": "MX$", "NZD": "NZ$", "OMR": "ر.ع.", "QAR": "ر.ق.", "SAR": "ر.س.", "TND": "د.ت.", "TWD": "NT$", "USD": "US$",
	},
	Units: map[string]string{
		"ADULT": "بالغ", "YOUTH": "ناشئ", "CHILD": "طفل", "INFANT": "رضيع", "FAMILY": "عائلة", "SENIOR": "كبار السن",
		"STUDENT": "طالب", "MILITARY": "عسكري", "OTHER": "ضيف",
	},

	Minutes: forms{
		plural.One: "دقيقة واحدة", plural.Two: "دقيقتان", plural.Few: "{n} دقائق", plural.Other: "{n} دقيقة",
	},
	Hours: forms{plural.One: "ساعة واحدة", plural.Two: "ساعتان", plural.Few: "{n} ساعات", plural.Other: "{n} ساعة"},
	Days: forms{
		plural.One: "يوم واحد", plural.Two: "يومان", plural.Few: "{n} أيام", plural.Many: "{n} يومًا", plural.Other: "{n} يوم",
	},
	Nights:       forms{plural.One: "ليلة واحدة", plural.Two: "ليلتان", plural.Few: "{n} ليالٍ", plural.Other: "{n} ليلة"},
	HoursMinutes: "%[1]s س و%[2]s د",

	Ticket: "تذكرة", Starts: "الانطلاق", LocalTime: "بالتوقيت المحلي في %[1]s (%[2]s)", Open: "من %[1]s إلى %[2]s",
	AnyTime:    "تفضّلوا في أي وقت ضمن ساعات العمل",
	Travellers: "المسافرون", Lasts: "المدة", Extras: "الإضافات", Pickup: "النقل من الفندق", DropOff: "العودة", BookedBy: "صاحب الحجز",
	Guest: "المسافر الرئيسي", Note: "ملاحظة", Reference: "رقم الحجز", Line: "الحجز %[1]s من %[2]s",
	ShowCode: "أبرز هذا الرمز عند الوصول، على الهاتف أو على الورق.", Cancellation: "الإلغاء",
	LocalTimes: "كل المواعيد بالتوقيت المحلي للوجهة.",
	Meeting:    "نقطة اللقاء", OpenMap: "افتح في الخريطة", StartsAt: "ينطلق في %[1]s",
	Questions: "لأي سؤال في الطريق: %[1]s",

	Invoice: "فاتورة", InvoiceNumber: "رقم الفاتورة", PurchaseDate: "تاريخ الشراء", Buyer: "المشتري",
	Method: "الدفع", What: "الحجز", Quantity: "العدد", Price: "السعر", Amount: "المبلغ", PageOf: "الصفحة %[1]s من %[2]s",
	Original: "السعر الأصلي", Discount: "الخصم", Promo: "رمز الخصم %[1]s", Total: "الإجمالي",
	Captured: "المدفوع", Authorised: "محجوز على البطاقة ولم يُخصم", Refunded: "المبلغ المردود", GoesBack: "مبلغ في طريقه إليك",
	OwedByShop: "مبلغ مستحق لك نردّه إليك بأنفسنا",
	Due:        "المبلغ المستحق", DueBy: "يُدفع حتى %[1]s", Arranged: "يُدفع للجهة المنظِّمة بحسب الاتفاق",
	Exchanged: "حُوّلت الأسعار من %s: %s.", Shown: "كان ذلك عند الحجز نحو %s (%s).",
	Failed: "لم تتم عملية الدفع.", Voided: "أُلغي حجز المبلغ على البطاقة ولم يُخصم شيء.",
	Was: "كان: %[1]s", Reserved: "محجوز", WholeParty: "للمجموعة كاملة",
	Dropped: "لم يُخصم", TaxNumber: "الرقم الضريبي %[1]s",
	NothingToPay: "لا مبلغ مستحق", NotABill: "لم يتم هذا الطلب، وهذه ليست مطالبة بالدفع.", OrderedBy: "صاحب الطلب",
	Summary: "ملخص الحجز", OrderDate: "تاريخ الطلب",

	Statuses: map[string]string{
		"ON_HOLD": "المقاعد محجوزة مؤقتًا", "PENDING": "بانتظار التأكيد", "CONFIRMED": "مؤكَّد",
		"REJECTED": "لم يؤكَّد", "EXPIRED": "انتهت مهلته", "CANCELLED": "ملغى", "REDEEMED": "مُستخدَم",
	},
	Methods: map[string]string{"card": "بالبطاقة", "pay_later": "حجز الآن ودفع لاحقًا"},
}
