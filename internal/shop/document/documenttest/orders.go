package documenttest

import (
	"time"

	"storefront/internal/shop/booking"
)

// At parses an instant.
func At(text string) time.Time {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return at
}

// EnglishOrder returns a paid order in English with a confirmed booking and one that was cancelled for half of its
// price.
func EnglishOrder() booking.Order {
	tombs := booking.Booking{
		ID: "b-tombs", Line: 0, Status: booking.Confirmed, StartsAt: At("2026-12-05T04:45:00Z"), Amount: 41_450,
		Choice: booking.Choice{Product: "hegra-tombs-by-morning-light", Option: "coach-with-rawi", Date: "2026-12-05",
			StartTime: "07:45"},
		Detail: booking.Detail{
			ProductTitle: "Hegra's tombs by morning light",
			ProductPath:  "/things-to-do-in-alula/hegra-tombs-by-morning-light", City: "AlUla",
			Latitude: 26.7918, Longitude: 37.9528, OptionTitle: "Coach with a rawi", TimeZone: "Asia/Riyadh",
			Minutes: 180, Travellers: 4,
			Units: []booking.DetailUnit{{ID: "adult", Type: "ADULT", Quantity: 2},
				{ID: "senior", Type: "SENIOR", Quantity: 1}, {ID: "child", Type: "CHILD", Quantity: 1}},
			Extras: []booking.DetailUnit{{ID: "field-notebook", Title: "Field notebook and pencils", Quantity: 1}},
			Pickup: &booking.DetailPlace{Title: "Winter Park bus bays, AlUla", Time: "07:15",
				Address: "Shaden Resort, villa 12; ask for Amina at the gate"},
			DropOff: &booking.DetailPlace{Title: "AlUla Old Town, south car park", Time: "10:40"},
			Price: booking.PriceDetails{
				Lines: []booking.PriceLine{
					{Kind: booking.UnitLine, ID: "adult", Type: "ADULT", PricedBy: "PERSON", Quantity: 2,
						UnitPrice: 13_500, OriginalUnit: 15_000, Amount: 27_000},
					{Kind: booking.UnitLine, ID: "senior", Type: "SENIOR", PricedBy: "PERSON", Quantity: 1,
						UnitPrice: 11_000, Amount: 11_000},
					{Kind: booking.UnitLine, ID: "child", Type: "CHILD", PricedBy: "PERSON", Quantity: 1,
						UnitPrice: 7_000, Amount: 7_000},
					{Kind: booking.ExtraLine, ID: "field-notebook", Title: "Field notebook and pencils", Quantity: 1,
						UnitPrice: 4_500, Amount: 4_500},
				},
				Original: 52_500, Total: 49_500,
			},
			Cancellation: []booking.RefundTier{{Before: 2880, Refund: 100}, {Before: 1440, Refund: 50}},
		},
	}
	stay := booking.Booking{
		ID: "b-stay", Line: 1, Status: booking.Cancelled, StartsAt: At("2026-12-07T13:00:00Z"), Amount: 236_000,
		Refunded: 118_000,
		Choice:   booking.Choice{Product: "wadi-rum-night", Option: "tent", Date: "2026-12-07", StartTime: "16:00"},
		Detail: booking.Detail{
			ProductTitle: "Two nights under Wadi Rum's stars", City: "Petra", OptionTitle: "Tent of your own",
			TimeZone: "Asia/Amman",
			Length:   2, LengthBy: "NIGHT", Travellers: 2, Latitude: 29.57, Longitude: 35.42,
			Units: []booking.DetailUnit{{ID: "tent", Type: "OTHER", Title: "Tent for two", Quantity: 1}},
			Price: booking.PriceDetails{
				Lines: []booking.PriceLine{
					{Kind: booking.UnitLine, ID: "tent", Type: "OTHER", Title: "Tent for two", PricedBy: "NIGHT",
						Quantity: 1, Length: 2, UnitPrice: 118_000, Amount: 236_000},
				},
				Original: 236_000, Total: 236_000,
			},
		},
	}
	return booking.Order{
		ID: "o-1", Reference: "K7M29QXT", Deployment: "wayfare", HomeURL: "https://www.wayfare.example",
		Seller: "Wayfare", Language: "en",
		Contact: booking.Contact{
			Email: "hello@wayfare.example", Phone: "+971 4 555 0146",
			Address:   "Office 1204, Al Safa Tower, Sheikh Zayed Road, Dubai, United Arab Emirates",
			TaxNumber: "100245678900003",
		}, Currency: "AED", Exponent: 2,
		Buyer: booking.Buyer{FirstName: "Zoë", LastName: "Marchetti-Şahin", Email: "zoe.marchetti@post.example",
			PhoneCountry: "AE", Phone: "0501234567"},
		Guest: &booking.Guest{Name: "يوسف الحارثي", Email: "y@post.example", Phone: "+968 9212 3456",
			Info: "One of us walks with a stick."},
		Original: 288_500, Total: 277_450, PromoCode: "DESERT10", Method: booking.Card,
		CreatedAt: At("2026-11-02T09:30:00Z"),
		Payment: booking.Payment{
			Status: booking.PaymentCaptured, Authorised: 277_450, Captured: 277_450, Refunded: 118_000,
		},
		Bookings: []booking.Booking{tombs, stay},
	}
}

// ArabicOrder returns the same order in Arabic.
func ArabicOrder() booking.Order {
	o := EnglishOrder()
	o.Language, o.HomeURL, o.Seller = "ar", o.HomeURL+"/ar", "دروب"
	o.Contact.Address = "مكتب 1204، برج الصفا، شارع الشيخ زايد، دبي، الإمارات العربية المتحدة"
	o.Buyer = booking.Buyer{FirstName: "ليلى", LastName: "بنت سالم الهنائية", Email: "layla.h@post.example",
		PhoneCountry: "OM", Phone: "92123456"}
	o.Guest = &booking.Guest{Name: "Zoë Marchetti-Şahin", Email: "z@post.example", Phone: "+971 50 123 4567",
		Info: "أحدنا يستعين بعصا، ونحمل كاميرا Leica M6 و3 عدسات."}
	tombs := &o.Bookings[0]
	tombs.Detail.ProductTitle = "مدافن الحِجر في ضوء الصباح"
	tombs.Detail.City = "العُلا"
	tombs.Detail.OptionTitle = "حافلة مع راوٍ"
	tombs.Detail.Extras[0].Title = "دفتر ميداني وأقلام"
	tombs.Detail.Price.Lines[3].Title = "دفتر ميداني وأقلام"
	tombs.Detail.Pickup = &booking.DetailPlace{Title: "مواقف الحافلات في الحديقة الشتوية، العُلا", Time: "07:15",
		Address: "منتجع Shaden Resort، الفيلا 12، بوابة B"}
	tombs.Detail.DropOff.Title = "البلدة القديمة في العُلا، الموقف الجنوبي"
	stay := &o.Bookings[1]
	stay.Detail.ProductTitle = "ليلتان تحت نجوم وادي رم"
	stay.Detail.City = "البتراء"
	stay.Detail.OptionTitle = "خيمة خاصة"
	stay.Detail.Units[0].Title = "خيمة لشخصين"
	stay.Detail.Price.Lines[0].Title = "خيمة لشخصين"
	return o
}

// State is a state of an order's payment.
type State struct {
	Change func(*booking.Order) // brings an order that is paid and partly refunded into the state
	Totals map[string]int64     // by the field's name, without discount and promo code
	IsBill bool
	Note   [2]string // the note on the payment, in English and in Arabic
}

// States are the states of an order's payment.
var States = map[string]State{
	"paid and partly given back": {
		func(*booking.Order) {}, map[string]int64{"Total": 277_450, "Captured": 277_450, "Refunded": 118_000}, true,
		[2]string{},
	},
	"on its way back": {
		func(o *booking.Order) { o.Payment.Status, o.Payment.Refunded = booking.PaymentRefundPending, 0 },
		map[string]int64{"Total": 277_450, "Captured": 277_450, "RefundDue": 118_000}, true, [2]string{},
	},
	"partly given back, the rest written off": {
		func(o *booking.Order) {
			o.Payment.Status, o.Payment.Refunded = booking.PaymentCaptured, 100_000
			o.Payment.Records = []booking.Record{{Kind: booking.WrittenOff, Amount: 18_000, Note: "took a voucher"}}
		},
		map[string]int64{"Total": 277_450, "Captured": 277_450, "Refunded": 100_000, "WrittenOff": 18_000}, true,
		[2]string{},
	},
	"partly booked": {
		func(o *booking.Order) {
			o.Payment = booking.Payment{Status: booking.PaymentCaptured, Authorised: 277_450, Captured: 41_450}
			o.Bookings[1].Status, o.Bookings[1].Refunded = booking.Rejected, 0
		},
		map[string]int64{"Dropped": 236_000, "Total": 41_450, "Captured": 41_450}, true, [2]string{},
	},
	"paid and all given back": {
		func(o *booking.Order) {
			o.Payment.Status, o.Payment.Refunded = booking.PaymentRefunded, 277_450
			o.Bookings[0].Status, o.Bookings[1].Status = booking.Rejected, booking.Rejected
		},
		map[string]int64{"Total": 277_450, "Captured": 277_450, "Refunded": 277_450}, true, [2]string{},
	},
	"reserved on the card": {
		func(o *booking.Order) {
			o.Payment = booking.Payment{Status: booking.PaymentAuthorised, Authorised: 277_450}
			o.Bookings[0].Status, o.Bookings[1].Status = booking.Pending, booking.Pending
		},
		map[string]int64{"Total": 277_450, "Authorised": 277_450}, true, [2]string{},
	},
	"reserved on the card, one rejected": {
		func(o *booking.Order) {
			o.Payment = booking.Payment{Status: booking.PaymentAuthorised, Authorised: 277_450}
			o.Bookings[0].Status, o.Bookings[1].Status = booking.Pending, booking.Rejected
		},
		map[string]int64{"Dropped": 236_000, "Total": 41_450, "Authorised": 277_450}, true, [2]string{},
	},
	"to be paid later, one arranged": {
		func(o *booking.Order) {
			o.Method, o.Payment = booking.PayLater,
				booking.Payment{Status: booking.PaymentDue, PayBy: At("2026-11-03T09:30:00Z")}
			o.Bookings[1].Status, o.Bookings[1].Refunded = booking.Pending, 0
		},
		map[string]int64{"Total": 277_450, "Due": 236_000, "Arranged": 41_450}, true, [2]string{},
	},
	"to be paid later, one arranged and lowered": {
		func(o *booking.Order) {
			o.Method, o.Payment = booking.PayLater, booking.Payment{Status: booking.PaymentDue}
			o.Bookings[0].Refunded, o.Bookings[0].Waived = 5_000, 5_000
			o.Bookings[1].Status, o.Bookings[1].Refunded = booking.Pending, 0
		},
		map[string]int64{"Dropped": 5_000, "Total": 272_450, "Due": 236_000, "Arranged": 36_450}, true, [2]string{},
	},
	"to be paid later, one cancelled": {
		func(o *booking.Order) {
			o.Method, o.Payment = booking.PayLater, booking.Payment{Status: booking.PaymentDue}
			o.Bookings[0].Status, o.Bookings[1].Refunded = booking.Pending, 236_000
		},
		map[string]int64{"Dropped": 236_000, "Total": 41_450, "Due": 41_450}, true, [2]string{},
	},
	"never paid later": {
		func(o *booking.Order) {
			o.Method, o.Payment = booking.PayLater, booking.Payment{Status: booking.PaymentFailed}
			o.Bookings[0].Status, o.Bookings[1].Status = booking.Expired, booking.Expired
		},
		map[string]int64{"Dropped": 277_450}, false, [2]string{},
	},
	"not paid yet": {
		func(o *booking.Order) {
			o.Payment = booking.Payment{Status: booking.PaymentNone}
			o.Bookings[0].Status, o.Bookings[1].Status = booking.OnHold, booking.OnHold
		},
		map[string]int64{"Total": 277_450, "Due": 277_450}, true, [2]string{},
	},
	"declined": {
		func(o *booking.Order) {
			o.Payment = booking.Payment{Status: booking.PaymentFailed}
			o.Bookings[0].Status, o.Bookings[1].Status = booking.Expired, booking.Expired
		},
		map[string]int64{"Dropped": 277_450}, false,
		[2]string{"The payment did not go through.", "لم تتم عملية الدفع."},
	},
	"released": {
		func(o *booking.Order) {
			o.Payment = booking.Payment{Status: booking.PaymentVoided, Authorised: 277_450}
			o.Bookings[0].Status, o.Bookings[1].Status = booking.Rejected, booking.Rejected
		},
		map[string]int64{"Dropped": 277_450}, false,
		[2]string{"The reserved amount was released; nothing was charged.",
			"أُلغي حجز المبلغ على البطاقة ولم يُخصم شيء."},
	},
}
