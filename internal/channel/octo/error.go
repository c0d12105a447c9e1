package octo

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/lib/clientgone"
	"storefront/internal/shop/booking"
)

// errorCode is a code of the standard's list, or one of ours after it.
type errorCode string

const (
	invalidProduct      errorCode = "INVALID_PRODUCT_ID"
	invalidOption       errorCode = "INVALID_OPTION_ID"
	invalidUnit         errorCode = "INVALID_UNIT_ID"
	invalidAvailability errorCode = "INVALID_AVAILABILITY_ID"
	invalidBooking      errorCode = "INVALID_BOOKING_UUID"
	invalidRequest      errorCode = "BAD_REQUEST"
	unprocessable       errorCode = "UNPROCESSABLE_ENTITY"
	unauthorized        errorCode = "UNAUTHORIZED"
	forbidden           errorCode = "FORBIDDEN"
	internalError       errorCode = "INTERNAL_SERVER_ERROR"

	notFound        errorCode = "NOT_FOUND"
	wrongMethod     errorCode = "METHOD_NOT_ALLOWED"
	tooManyRequests errorCode = "TOO_MANY_REQUESTS"
	unavailable     errorCode = "SERVICE_UNAVAILABLE"
)

// idField names the field of an error's body that has the id which is not valid.
var idField = map[errorCode]string{
	invalidProduct: "productId", invalidOption: "optionId", invalidUnit: "unitId",
	invalidAvailability: "availabilityId", invalidBooking: "uuid",
}

// failure is the reason why a request is refused.
type failure struct {
	status int // 0: 400, as the standard requires
	code   errorCode
	id     string // that is not valid, of a code in idField
	detail string // a format of values, in English; empty for the code's message alone
	values []any
}

func (f *failure) Error() string { return string(f.code) + ": " + f.text("en") }

func badRequest(format string, values ...any) *failure {
	return &failure{code: invalidRequest, detail: format, values: values}
}

func cannotProcess(format string, values ...any) *failure {
	return &failure{code: unprocessable, detail: format, values: values}
}

// message has the text of an error in the languages of the site.
type message struct{ en, ar string }

var messages = map[errorCode]message{
	invalidProduct: {"The productId was missing or invalid", "معرّف المنتج productId ناقص أو غير صحيح"},
	invalidOption:  {"The optionId was missing or invalid", "معرّف الخيار optionId ناقص أو غير صحيح"},
	invalidUnit:    {"The unitId was missing or invalid", "معرّف الوحدة unitId ناقص أو غير صحيح"},
	invalidAvailability: {"The availabilityId was missing or invalid",
		"معرّف الموعد availabilityId ناقص أو غير صحيح"},
	invalidBooking: {"The uuid was already used, missing or invalid, or the reservation has expired",
		"المعرّف uuid مستعمل من قبل أو ناقص أو غير صحيح، أو انتهت مدة الحجز المؤقت"},
	invalidRequest: {"The request is not formatted correctly, or required fields are missing",
		"صيغة الطلب غير صحيحة، أو تنقصه حقول لازمة"},
	unprocessable: {"The request is correct but cannot be processed", "الطلب صحيح لكن لا يمكن تنفيذه"},
	unauthorized:  {"The API key is missing in the Authorization header", "لا يوجد مفتاح في الترويسة Authorization"},
	forbidden: {"The API key is not valid, or does not give access to this resource",
		"المفتاح غير صالح، أو لا يسمح بالوصول إلى هذا المورد"},
	internalError:   {"Something went wrong on our side; please try again", "حدث خطأ من جانبنا، حاول مرة أخرى من فضلك"},
	notFound:        {"There is no such endpoint", "لا يوجد عنوان كهذا"},
	wrongMethod:     {"This endpoint does not have this method", "لا يقبل هذا العنوان هذه الطريقة"},
	tooManyRequests: {"Too many requests; please try again later", "الطلبات كثيرة جدًا، حاول بعد قليل من فضلك"},
	unavailable:     {"The service is unavailable for a moment", "الخدمة غير متاحة مؤقتًا"},
}

// arabicDetails has the details that clients can cause, in Arabic.
var arabicDetails = map[string]string{
	detailSoldOut:       "لا تكفي المقاعد المتبقية",
	detailClosed:        "أُغلق باب الحجز لهذا الموعد",
	detailCredit:        "يتجاوز الحجز حدّ الائتمان",
	detailNotChangeable: "لم يعد بالإمكان تغيير الحجز أو إلغاؤه",
	detailPolicy: "" +
		"لم يعد إلغاء الحجز مجانيًا، فلا يُغيَّر موعده ولا يُخفَّض سعره ولا يُرسَل إلى المورّد من جديد",
	detailNotHeld:          "الحجز ليس معلّقًا",
	detailUnitLimits:       "عدد الوحدات خارج حدود الخيار",
	detailNoUnits:          "الحقل unitItems فارغ أو ناقص",
	detailNotAccompanied:   "لا تُحجز هذه الوحدة وحدها",
	detailPickup:           "نقطة الاستلام ناقصة أو غير معروفة",
	detailPickupFixed:      "لم يعد بالإمكان تغيير مكان الاستلام",
	detailBookingChanged:   "تغيّر الحجز في هذه الأثناء؛ حاول مرة أخرى من فضلك",
	detailName:             "اسم المسافر ناقص",
	detailCurrency:         "العملة ليست عملة حسابك",
	detailAlreadyConfirmed: "الحجز مؤكَّد من قبل؛ غيّره بطلب PATCH",
	detailTooManyBookings:  "الحجوزات أكثر مما تتسع له قائمة واحدة؛ حدّد أيامًا أقل",
	detailDate:             "التاريخ ليس بالصيغة YYYY-MM-DD",
	detailRangeTooLong:     "لا يمكن طلب أكثر من سنة في المرة الواحدة",

	"the body is too large, or was cut off":       "نص الطلب أكبر من الحد المسموح، أو وصل ناقصًا",
	"%s has a value of the wrong type":            "قيمة %s من نوع غير صحيح",
	"the body is an object of JSON, nothing else": "نص الطلب كائن JSON لا غير",
	"the body is not valid JSON":                  "نص الطلب ليس JSON صحيحًا",
	"the body has a NUL":                          "في نص الطلب محرف NUL",
	"the query is not valid UTF-8, or has a NUL":  "معاملات العنوان ليست UTF-8 صحيحة، أو فيها محرف NUL",
	"the quantity of a unit is not valid":         "عدد إحدى الوحدات غير صحيح",
	"give either localDate, or localDateStart and localDateEnd, or availabilityIds": "" +
		"أرسل localDate وحده، أو localDateStart مع localDateEnd، أو availabilityIds",
	"localDateStart and localDateEnd are required": "لا بد من localDateStart وlocalDateEnd",
	"localDateEnd is before localDateStart":        "localDateEnd قبل localDateStart",
	"not more than %d availabilityIds can be requested at once": "" +
		"لا يمكن طلب أكثر من %d من availabilityIds في المرة الواحدة",
	"give resellerReference, supplierReference, localDate, or localDateStart and localDateEnd": "" +
		"أرسل resellerReference أو supplierReference أو localDate، أو localDateStart مع localDateEnd",
	"two unitItems have the same uuid":                              "لاثنين من unitItems المعرّف uuid نفسه",
	"the uuid of a unitItem is not a UUID":                          "معرّف أحد unitItems ليس UUID",
	"emailAddress is not an e-mail address":                         "emailAddress ليس عنوان بريد إلكتروني",
	"the event is not %s":                                           "الحدث ليس %s",
	"there are already %d webhooks":                                 "عدد الـ webhooks بلغ حدّه، وهو %d",
	"there is no such webhook":                                      "لا يوجد webhook كهذا",
	"the url must begin with https":                                 "يجب أن يبدأ url بـ https",
	"the url is not at a public address":                            "url ليس على عنوان عام",
	"the url is not an address such as https://example.com/webhook": "url ليس عنوانًا مثل https://example.com/webhook",
}

const (
	detailSoldOut       = "not enough seats are left"
	detailClosed        = "booking of this start has closed"
	detailCredit        = "the booking would exceed the credit limit"
	detailNotChangeable = "the booking can no longer be changed or cancelled"
	detailPolicy        = "" +
		"cancelling is no longer free: the start stays, the price cannot fall, the supplier is not asked again"
	detailNotHeld          = "the booking is not on hold"
	detailUnitLimits       = "the number of units is outside of the option's limits"
	detailNoUnits          = "unitItems is empty or missing"
	detailNotAccompanied   = "this unit cannot be booked by itself"
	detailPickup           = "the pickup point is missing or unknown"
	detailPickupFixed      = "the pickup can no longer be changed"
	detailBookingChanged   = "the booking has changed in the meantime; please try again"
	detailName             = "the contact has no name"
	detailCurrency         = "the currency is not that of your account"
	detailAlreadyConfirmed = "the booking is already confirmed; change it with PATCH"
	detailTooManyBookings  = "there are more bookings than a list has; give fewer days"
	detailDate             = "a date is not of the form YYYY-MM-DD"
	detailRangeTooLong     = "not more than a year can be requested at once"
)

// text returns the message of a failure in a language.
func (f *failure) text(language string) string {
	m, detail := messages[f.code].en, f.detail
	if language == "ar" {
		m = messages[f.code].ar
		if translated := arabicDetails[detail]; translated != "" {
			detail = translated
		}
	}
	if detail == "" {
		return m
	}
	return m + ": " + fmt.Sprintf(detail, f.values...)
}

// body returns the body of an error.
func (f *failure) body(language string) map[string]string {
	b := map[string]string{"error": string(f.code), "errorMessage": f.text(language)}
	if field := idField[f.code]; field != "" {
		b[field] = f.id
	}
	return b
}

// fail answers a request that was refused or failed.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if clientgone.Is(r.Context(), err) {
		w.WriteHeader(clientgone.Status)
		return
	}
	f := failureOf(err)
	if f.status == 0 {
		f.status = http.StatusBadRequest
	}
	if f.status >= http.StatusInternalServerError {
		s.Log.ErrorContext(r.Context(), "request of a reseller failed", "method", r.Method, "route", routeOf(r),
			"error", err)
	}
	if after := fault.Of(err).RetryAfter; after > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(after.Seconds()))))
	}
	language := languageOf(r, []string{"en", "ar"})
	w.Header().Set("Content-Language", language)
	w.Header().Set("Octo-Env", environment(strings.EqualFold(r.Header.Get("Octo-Env"), "test")))
	if w.Header().Get("Octo-Capabilities") == "" {
		c := parseCapabilities(r.Header.Values("Octo-Capabilities"))
		w.Header().Set("Octo-Capabilities", c.String())
	}
	writeJSON(w, f.status, f.body(language))
}

// routeOf returns the route of a request for the log, which has no path: that of a ticket is a permission.
func routeOf(r *http.Request) string {
	_, route, _ := strings.Cut(r.Pattern, " ")
	return strings.TrimSuffix(Path, "/") + route
}

// failureOf returns the failure of an error. What is not expected of any request is the server's own.
func failureOf(err error) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		copied := *f
		return &copied
	}
	switch {
	case errors.Is(err, booking.ErrNoCredit):
		return cannotProcess(detailCredit)
	case errors.Is(err, booking.ErrNotChangeable):
		return cannotProcess(detailNotChangeable)
	case errors.Is(err, booking.ErrNoPriceInCurrency):
		return cannotProcess(detailCurrency)
	case errors.Is(err, booking.ErrPolicyBypassed):
		return cannotProcess(detailPolicy)
	case errors.Is(err, booking.ErrNotOnHold):
		return cannotProcess(detailNotHeld)
	case errors.Is(err, booking.ErrAlreadyConfirmed):
		return cannotProcess(detailAlreadyConfirmed)
	case errors.Is(err, booking.ErrBookingChanged):
		return cannotProcess(detailBookingChanged)
	case errors.Is(err, booking.ErrTransfersFixed):
		return cannotProcess(detailPickupFixed)
	case errors.Is(err, booking.ErrTooManyBookings):
		return cannotProcess(detailTooManyBookings)
	}
	e := fault.Of(err)
	switch e.Code {
	case fault.Forbidden, fault.Misdirected:
		return &failure{code: forbidden}
	case fault.SoldOut:
		return cannotProcess(detailSoldOut)
	case fault.TooManyTries:
		return &failure{status: http.StatusTooManyRequests, code: tooManyRequests}
	case fault.Unavailable:
		return &failure{status: http.StatusServiceUnavailable, code: unavailable}
	case fault.Invalid, fault.NotPossible, fault.InFlight:
		return cannotProcess("%s", e.Message)
	}
	return &failure{status: http.StatusInternalServerError, code: internalError}
}

// choiceFailure returns the failure of a choice whose ids were sent.
func choiceFailure(err error, c *booking.Choice, availabilityID string) error {
	e := fault.Of(err)
	switch {
	case e.Code == fault.NotFound:
		return &failure{code: invalidProduct, id: c.Product}
	case e.Code != fault.Invalid:
		return err
	}
	for _, f := range e.Fields {
		name, id, _ := strings.Cut(f.Name, ".")
		switch {
		case name == "units" && f.Code == fault.Unknown:
			return &failure{code: invalidUnit, id: id}
		case name == "units" && f.Code == fault.Accompanied:
			return cannotProcess(detailNotAccompanied)
		case name == "units":
			return cannotProcess(detailUnitLimits)
		case (name == "date" || name == "startTime") && f.Code == fault.Closed:
			return cannotProcess(detailClosed)
		case name == "date" || name == "startTime":
			return &failure{code: invalidAvailability, id: availabilityID}
		case name == "pickup" || name == "dropOff":
			return cannotProcess(detailPickup)
		}
	}
	return err
}
