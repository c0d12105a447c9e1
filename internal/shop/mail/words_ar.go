package mail

import (
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"storefront/internal/shop/contact"
)

var arabic = words{
	code: "ar", rtl: true, tag: language.Arabic, comma: "،",

	greeting: "مرحبًا {name}،", next: "ما الخطوة التالية", help: "لديك سؤال؟ تواصل معنا.",
	helpOrder: "لديك سؤال؟ اذكر لنا رقم الحجز.",
	items:     "أنشطتك", money: "الدفع", linkHint: "إن لم يعمل الزر فافتح هذا العنوان:",
	reason:    "تصلك هذه الرسالة لأن العنوان {email} سُجّل مع الحجز. وهي بشأن الحجز وليست إعلانًا.",
	reference: "رقم الحجز", email: "البريد الإلكتروني", phone: "الهاتف", chat: "المحادثة", chatText: "راسلنا", address: "العنوان",
	open: "ساعات العمل", travellers: "المسافرون", extras: "الإضافات", lasts: "المدة", pickup: "النقل من الفندق", dropOff: "العودة",
	cancellation: "الإلغاء", reserved: "محجوز",
	activity: "النشاط", option: "الخيار", day: "اليوم", price: "السعر", validUntil: "صالح حتى", neverExpires: "لا تنتهي صلاحيته",
	utc: "بالتوقيت العالمي", from: "المرسِل", sent: "وقت الإرسال", request: "رقم الطلب", starts: "وقت البدء", offer: "العرض المقترح", topic: "الموضوع",

	topics: map[contact.Topic]string{
		contact.BeforeBooking: "قبل الحجز", contact.OnBooking: "حجز", contact.OnPayment: "الدفع أو استرداد المبلغ",
		contact.ForGroup: "مجموعة أو رحلة خاصة", contact.OnOther: "أمر آخر",
	},

	meeting: "نقطة اللقاء", onMap: "على الخريطة", newTicket: "التذكرة وملف التقويم المرفقان يحلّان محلّ ما وصلك من قبل.",
	arriveMeeting: "وكن في نقطة اللقاء قبل الموعد بعشر دقائق",
	arrivePickup:  "وكن جاهزًا في مكان النقل قبل الموعد بعشر دقائق",
	arriveBoth:    "وكن في نقطة اللقاء، أو جاهزًا في مكان النقل، قبل الموعد بعشر دقائق",

	owedByShop:   "استلمنا منك {received}، ونردّه إليك بأنفسنا ونتواصل معك بشأن الطريقة.",
	cancelByShop: "نردّ إليك {owed} بأنفسنا، ونتواصل معك بشأن الطريقة.",

	refundFailed:       "تعذّر رد {owed} إلى البطاقة: {problem}.",
	refundByHand:       "للمشتري {owed} لم يُدفع بالبطاقة، ويجب ردّه يدويًا.",
	disputed:           "اعترض المشتري لدى مصرفه على {disputed} ({status}). أجيبوا من لوحة مزوّد الدفع.",
	givenBackElsewhere: "رُدّ {elsewhere} من لوحة مزوّد الدفع زيادةً على ما في الحجوزات.",

	nothingCharged: "لم تكتمل عملية الدفع ولم يُخصم شيء. وإن كنا قد استلمنا أي مبلغ فإنه يُردّ خلال 24 ساعة.",
	refundComes:    "استلمنا منك {received}، ونردّه إليك خلال 24 ساعة. وقد يحتاج مصرفك إلى بضعة أيام حتى يظهر المبلغ.",
	released:       "أُلغي حجز المبلغ على بطاقتك، ولم يُخصم شيء.",
	nothingOwed:    "لا يترتب عليك أي مبلغ.",

	cancelRefund:   "نردّ {refund} إلى بطاقتك خلال 24 ساعة. وقد يحتاج مصرفك إلى بضعة أيام حتى يظهر المبلغ.",
	cancelNothing:  "بحسب سياسة الإلغاء لا يُردّ عنه أي مبلغ.",
	cancelReleased: "لم يُخصم ثمنه، ويُلغى حجز مبلغه على بطاقتك.",
	cancelKept:     "بحسب سياسة الإلغاء يُخصم {kept} من المبلغ المحجوز على بطاقتك، ويُلغى حجز الباقي.",
	cancelFree:     "لم يُخصم ثمنه، ولا يترتب عليك أي مبلغ.",
	restStands:     "بقية أنشطة طلبك كما هي.",

	bookings: "الحجوزات", supplier: "الجهة المنظِّمة", leadTraveller: "المسافر الرئيسي", orderedBy: "صاحب الحجز", answerBy: "آخر موعد للرد",
	shopReleased: "ما لا يُؤكَّد حتى {deadline} ({place}) تُحرَّر مقاعده.", shopRefund: "يُردّ إلى صاحب الحجز {refund}.",

	confirmBy: "نراسلك بالبريد الإلكتروني في موعد أقصاه {confirmBy} ({place}). وما لا يُؤكَّد حتى ذلك الوقت لا يُخصم ثمنه، ويُلغى حجز مبلغه على بطاقتك.",

	hours: map[plural.Form]string{
		plural.One: "ساعة واحدة", plural.Two: "ساعتين", plural.Few: "{n} ساعات", plural.Other: "{n} ساعة",
	},
	attached: map[plural.Form]string{
		plural.One:   "أرفقنا تذكرتك، ومعها ملف للتقويم.",
		plural.Two:   "أرفقنا تذكرتيك، ومع كل منهما ملف للتقويم.",
		plural.Few:   "أرفقنا تذاكرك، وعددها {n} تذاكر، ومع كل منها ملف للتقويم.",
		plural.Other: "أرفقنا تذاكرك، وعددها {n} تذكرة، ومع كل منها ملف للتقويم.",
	},

	letters: map[string]text{
		"order_received": {
			subject: "{seller}: حجزك {reference} مسجَّل", stamp: "محجوز", heading: "تم تسجيل حجزك",
			lead: []string{"حُجزت مقاعدك. نتواصل معك لترتيب الدفع."},
			next: []string{
				"أبقِ هاتفك قريبًا: نتصل بك أو نراسلك لترتيب الدفع. ويجب أن يتم حتى {deadline} ({place}).",
				"ما لا يُدفع حتى ذلك الوقت تُلغى مقاعده، ولا يترتب عليك أي مبلغ.",
				"تغيّرت خططك؟ يمكنك الإلغاء مجانًا من هنا ما دمت لم تدفع.",
			},
			action: "اعرض حجزي",
		},
		"order_confirmed": {
			subject: "{seller}: تأكّد حجزك {reference}", stamp: "مؤكَّد", heading: "تم الحجز بنجاح",
			lead: []string{"تأكّد كل ما حجزته."},
			next: []string{
				"جهّز التذاكر على هاتفك {arrive}.",
				"تغيّرت خططك؟ أدر حجزك أو ألغِه من هنا، وترى ما يُردّ إليك قبل أن تؤكّد.",
			},
			action: "اعرض حجزي",
		},
		"order_partly": {
			subject: "{seller}: تأكّد جزء من حجزك {reference}", stamp: "مؤكَّد جزئيًا", heading: "تم الحجز جزئيًا",
			lead: []string{"تأكّد بعض الأنشطة. أما البقية فلم يمكن حجزها ولا تدفع ثمنها."},
			next: []string{
				"ما تأكّد فهو لك: جهّز تذاكره على هاتفك {arrive}.",
				"أما البقية فاختر لها تاريخًا أو موعدًا آخر: صفحة حجزك تعيدها إلى السلة.",
			},
			action: "اعرض حجزي",
		},
		"order_on_hold": {
			subject: "{seller}: حجزك {reference} بانتظار التأكيد", stamp: "بانتظار التأكيد", heading: "حجزك بانتظار التأكيد",
			lead: []string{"استلمنا حجزك. المبلغ محجوز على بطاقتك فقط ويُخصم بعد التأكيد."},
			next: []string{
				"لا شيء مطلوب منك الآن. نراسلك بالبريد الإلكتروني فور تأكيد الجهة المنظِّمة.",
			},
			action: "اعرض حجزي",
		},
		"order_on_hold free": {
			subject: "{seller}: حجزك {reference} بانتظار التأكيد", stamp: "بانتظار التأكيد", heading: "حجزك بانتظار التأكيد",
			lead:   []string{"استلمنا حجزك. لا شيء يُدفع، وبقي أن تؤكّده الجهة المنظِّمة."},
			next:   []string{"لا شيء مطلوب منك الآن. نراسلك بالبريد الإلكتروني فور تأكيد الجهة المنظِّمة."},
			action: "اعرض حجزي",
		},
		"order_failed": {
			subject: "{seller}: لم يتم حجزك {reference}", stamp: "لم يتم", heading: "لم يتم الحجز",
			lead: []string{"لم يمكن حجز أي من الأنشطة."},
			next: []string{
				"صفحة حجزك تعيد الأنشطة إلى السلة، ما دامت متاحة.",
				"تاريخ آخر أو بطاقة أخرى أو سؤال قبل ذلك: راسلنا أو اتصل بنا.",
			},
			action: "حاول مجددًا",
		},
		"order_received at start": {
			subject: "{seller}: حجزك {reference} مسجَّل", stamp: "محجوز", heading: "حجزك مسجَّل",
			lead: []string{"أماكنك محجوزة حتى بدء الموعد، وتدفع عند حضورك حتى {deadline} ({place})."},
			next: []string{
				"طريقة الدفع: {where}",
				"أحضر معك رقم الحجز.",
				"تغيّرت خططك؟ يمكنك الإلغاء مجانًا من هنا ما دمت لم تدفع.",
			},
			action: "عرض الحجز",
		},
		"order_failed lapsed": {
			subject: "{seller}: انتهى حجزك {reference}", stamp: "انتهى", heading: "انتهى حجزك",
			lead:   []string{"لم يُدفع حتى {deadline} ({place})، فأُلغيت مقاعدك."},
			next:   []string{"صفحة حجزك تعيد الأنشطة إلى السلة، ما دامت متاحة."},
			action: "احجز مجددًا",
		},
		"payment_reminder": {
			subject: "{seller}: حجزك {reference} لم يُدفع بعد", stamp: "بانتظار الدفع", heading: "حجزك ينتهي قريبًا",
			lead: []string{"مقاعدك محجوزة حتى {deadline} ({place})، ولم يُدفع ثمنها بعد."},
			next: []string{
				"اتصل بنا أو راسلنا قبل ذلك لنرتّب الدفع. وإن كنت قد فعلت فلا شيء مطلوب منك.",
				"ما لا يُدفع حتى ذلك الوقت تُلغى مقاعده، ولا يترتب عليك أي مبلغ.",
			},
			action: "اعرض حجزي",
		},
		"booking_changed": {
			subject: "{seller}: تغيّر مكان النقل في الحجز {reference}", stamp: "معدَّل", heading: "تغيّر مكان النقل",
			lead:   []string{"{product}، {when}: مكان النقل والعودة صار كما هو مبيّن أدناه."},
			next:   []string{"لم تطلب هذا التغيير؟ أخبرنا فورًا."},
			action: "عرض حجزي",
		},
		"booking_cancelled": {
			subject: "{seller}: أُلغي حجز {product} ({reference})", stamp: "ملغى", heading: "أُلغي حجزك",
			lead:   []string{"أُلغي حجز {product}، {when}، ولم تعد تذكرته صالحة."},
			action: "اعرض حجزي",
		},
		"order_link": {
			subject: "{seller}: رابط الحجز {reference}", heading: "هذا حجزك",
			lead:   []string{"يفتح هذا الرابط الحجز {reference} بفاتورته وتذاكره."},
			next:   []string{"احتفظ به لنفسك: من كان لديه الرابط يستطيع رؤية الحجز وإلغاءه."},
			action: "افتح الحجز",
			reason: "تصلك هذه الرسالة لأن أحدهم طلب الرابط برقم الحجز والعنوان {email}. إن لم تكن أنت فلا شيء مطلوب منك: لم يصل الرابط إلى غيرك.",
		},
		"account_opening": {
			subject: "{seller}: أكّد حسابك", heading: "أكّد حسابك",
			lead:   []string{"بقيت خطوة واحدة: أكّد أن {email} عنوانك."},
			next:   []string{"يعمل الرابط مرة واحدة، خلال {hours}.", "يصبح حسابك بعدها جاهزًا، وفيه ما حجزته بهذا العنوان."},
			action: "أكّد حسابي",
			reason: "تصلك هذه الرسالة لأن أحدهم ذكر {email} لينشئ حسابًا لدى {seller}. إن لم تكن أنت فلا شيء مطلوب منك: لن يُنشأ أي حساب.",
		},
		"account_opening known": {
			subject: "{seller}: لديك حساب بالفعل", heading: "لديك حساب بالفعل",
			lead:   []string{"يوجد حساب بالعنوان {email}: سجّل الدخول بكلمة مروره."},
			next:   []string{"لا تذكرها؟ اختر «نسيت كلمة المرور» عند تسجيل الدخول، ونرسل إليك رابطًا."},
			action: "إلى تسجيل الدخول",
			reason: "تصلك هذه الرسالة لأن أحدهم ذكر {email} لينشئ حسابًا لدى {seller}. إن لم تكن أنت فلا شيء مطلوب منك: حسابك كما كان.",
		},
		"password_reset": {
			subject: "{seller}: اختر كلمة مرور جديدة", heading: "اختر كلمة مرور جديدة",
			lead:   []string{"تختار بهذا الرابط كلمة مرور جديدة للعنوان {email}."},
			next:   []string{"يعمل الرابط مرة واحدة، خلال {hours}.", "بكلمة المرور الجديدة يُسجَّل خروجك من كل الأجهزة الأخرى."},
			action: "اختر كلمة مرور جديدة",
			reason: "تصلك هذه الرسالة لأن أحدهم طلبها لدى {seller}. إن لم تكن أنت فلا شيء مطلوب منك: كلمة مرورك كما كانت.",
		},
		"negotiation_answered": {
			subject: "{seller}: سعرنا لـ{product}", stamp: "عرض", heading: "سعرنا لك",
			lead:   []string{"طلبت سعرًا، وهذا هو: {price} لـ{product}."},
			next:   []string{"يضع الرابط النشاط في سلتك بهذا السعر، ويُستخدم لحجز واحد.", "تُحفظ المقاعد عند إتمام الحجز لا قبله."},
			action: "احجز بهذا السعر",
			reason: "تصلك هذه الرسالة لأن العنوان {email} سُجّل مع الطلب {reference}. وهي جواب عن الطلب وليست إعلانًا.",
		},
		"negotiation_answered declined": {
			subject: "{seller}: طلبك بشأن {product}", stamp: "اعتذار", heading: "لا يمكننا تقديم عرض",
			lead:   []string{"طلبت سعرًا لـ{product}. لا يمكننا هذه المرة تقديم سعر، ونعتذر لك."},
			next:   []string{"قد يناسب يوم آخر أو مجموعة أصغر: راسلنا أو اتصل بنا."},
			action: "ابحث عن تجربة أخرى",
			reason: "تصلك هذه الرسالة لأن العنوان {email} سُجّل مع الطلب {reference}. وهي جواب عن الطلب وليست إعلانًا.",
		},
		"order_waiting": {
			subject: "للتأكيد: {what} ({reference})", stamp: "بانتظار الرد", heading: "حجز بانتظار ردّكم",
			lead: []string{"على الجهة المنظِّمة أن تؤكده. وإلى ذلك الحين لا يُخصم أي مبلغ."},
			next: []string{
				"اسألوا الجهة المنظِّمة، ثم أكّدوا الحجز أو ارفضوه. يُبلَّغ المشتري بالبريد.",
				"ما لا يُجاب عنه في موعده يُلغى حجزه، ولا يُخصم عنه شيء.",
			},
			reason: "تصلكم هذه الرسالة لأن {email} عنوان {seller}.",
		},
		"order_waiting later": {
			subject: "للدفع: {what} ({reference})", stamp: "بانتظار الدفع", heading: "حجز بانتظار الدفع",
			lead: []string{"يدفع المشتري لاحقًا. اتصلوا به أو راسلوه لترتيب الدفع."},
			next: []string{
				"سجّلوا الدفعة عند استلامها. تتأكد بها الحجوزات الفورية، أما البقية فتنتظر تأكيدكم.",
				"أو ارفضوا الحجز. وفي الحالتين يصل المشتريَ بريدٌ بذلك.",
			},
			reason: "تصلكم هذه الرسالة لأن {email} عنوان {seller}.",
		},
		"payment_received": {
			subject: "{seller}: استلمنا دفعتك للحجز {reference}", stamp: "مدفوع", heading: "شكرًا لدفعك",
			lead:   []string{"استلمنا {paid} لحجزك."},
			action: "اعرض حجزي",
		},
		"payment_attention": {
			subject: "{reference}: مدفوعات الطلب تحتاج إليكم", stamp: "تنبيه", heading: "مدفوعات طلب تحتاج إليكم",
			reason: "تصلكم هذه الرسالة لأن {email} عنوان {seller}.",
		},
		"shop_order_confirmed": {
			subject: "حجز جديد: {what} ({reference})", stamp: "مؤكَّد", heading: "حجز جديد",
			lead:   []string{"هذا الحجز مؤكَّد، ووصلت المشتريَ رسالة فيها التذاكر."},
			next:   []string{"لا يلزم الرد. والرد على هذا البريد يصل إلى المشتري."},
			reason: "تصلكم هذه الرسالة لأن {email} عنوان {seller}.",
		},
		"shop_booking_cancelled": {
			subject: "إلغاء: {what} ({reference})", stamp: "ملغى", heading: "أُلغي حجز",
			lead:   []string{"مقاعده متاحة من جديد، ولم تعد تذكرته صالحة. ووصلت المشتريَ رسالة بذلك."},
			next:   []string{"لا يلزم الرد. والرد على هذا البريد يصل إلى المشتري."},
			reason: "تصلكم هذه الرسالة لأن {email} عنوان {seller}.",
		},
		"negotiation_asked": {
			subject: "{reference}: طلب سعر لـ{product}", stamp: "بانتظار الرد", heading: "زائر يطلب سعرًا",
			lead:   []string{"ليس لـ{product} سعر ثابت، ويطلب زائر سعرًا له."},
			next:   []string{"قدّموا سعرًا أو اعتذروا. يُبلَّغ الزائر بالبريد."},
			reason: "تصلكم هذه الرسالة لأن {email} عنوان {seller}.",
		},
		"contact_received": {
			subject: "{seller}: وصلتنا رسالتك", heading: "وصلتنا رسالتك",
			lead:   []string{"شكرًا على رسالتك. يقرؤها أحدنا ويجيب إلى {email}."},
			next:   []string{"الأمر عاجل؟ اتصل بنا."},
			reason: "تصلك هذه الرسالة لأن العنوان {email} ذُكر مع رسالة إلى {seller}. إن لم تكن أنت فلا شيء مطلوب منك.",
		},
		"contact_message": {
			subject: "رسالة من {name}", heading: "كتب إليكم زائر",
			lead:   []string{"وصلت هذه الرسالة عبر صفحة التواصل."},
			next:   []string{"الرد على هذا البريد يصل إلى الزائر."},
			reason: "تصلكم هذه الرسالة لأن {email} عنوان {seller}.",
		},
	},
}
