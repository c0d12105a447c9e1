package octo_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"storefront/internal/channel/octo"
	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

func TestRepeatedRequestWithOtherContentIsRejected(t *testing.T) {
	onBoth(t, func(w *world) {
		a, id := w.atlas, uuid.NewString()
		first := reservation(2, amina, body{"uuid": id, "notes": "Two vegetarians"})
		_, path := a.reserves(first)
		for _, other := range []body{{"notes": "Two vegans"}, {"resellerReference": "VOUCHER-2"},
			{"contact": body{"fullName": "Omar Said"}}} {
			a.refused("INVALID_BOOKING_UUID", "POST", "/bookings", reservation(2, first, other))
		}
		a.gets("POST", path+"/confirm", amina)
		for _, same := range []body{amina, {}, {"notes": "Two vegetarians", "unitItems": units("adult", 2)},
			{"optionId": "shared", "availabilityId": three}} {
			if again := a.gets("POST", path+"/confirm", same); again["status"] != "CONFIRMED" {
				t.Errorf("confirmed again with %v: %v", same, again["status"])
			}
		}
		for _, other := range []body{{"contact": body{"fullName": "Omar Said"}}, {"notes": "Two vegans"},
			{"resellerReference": "VOUCHER-2"}, {"unitItems": units("adult", 1)}, {"availabilityId": next},
			{"unitItems": []body{{"unitId": "adult", "resellerReference": "A"}, {"unitId": "adult"}}}} {
			got := a.refused("UNPROCESSABLE_ENTITY", "POST", path+"/confirm", other)
			if message, _ := got["errorMessage"].(string); !strings.Contains(message, "already confirmed") {
				t.Errorf("%v: %s", other, message)
			}
		}
		if w.seats(three) != 2 || w.balance("atlas") != 63200 {
			t.Errorf("%d seats left, %d owed", w.seats(three), w.balance("atlas"))
		}
	})
}

func TestListsOverTheLimitAreRejectedNotTruncated(t *testing.T) {
	onBoth(t, func(w *world) {
		for range 2 {
			w.atlas.reserves(reservation(1, body{"resellerReference": "VOUCHER  1"}))
		}
		if found := w.atlas.lists("GET", "/bookings?resellerReference=VOUCHER%20%201", nil); len(found) != 2 {
			t.Errorf("%d bookings have the reference as it was sent", len(found))
		}
		d := booking.Deployment{ID: "wayfare"}
		for most, want := range map[int]int{2: 2, 3: 2, 1: 0} {
			f := booking.ResaleFilter{FirstDay: three[:10], LastDay: three[:10], Limit: most}
			orders, err := w.booking.Resales(t.Context(), d, w.atlas.id, f)
			if len(orders) != want || (want == 0) != fault.Is(err, fault.NotPossible) {
				t.Errorf("a list of %d at most has %d: %v", most, len(orders), err)
			}
		}
	})
}

func TestAllowHeaderListsTheMethodsOfAPath(t *testing.T) {
	onBoth(t, func(w *world) {
		for _, c := range []struct {
			method, path, allow string
			want                int
		}{
			{"PUT", "/products", "GET, HEAD, OPTIONS", 405}, {"GET", "/bookings/x/cancel", "POST, OPTIONS", 405},
			{"OPTIONS", "/bookings", "GET, HEAD, POST, OPTIONS", 204}, {"DELETE", "/nothing", "", 404},
			{"OPTIONS", "/nothing", "", 404},
		} {
			status, headers, data := w.atlas.send(c.method, c.path, nil)
			if status != c.want || headers.Get("Allow") != c.allow ||
				status == http.StatusMethodNotAllowed && !strings.Contains(string(data), "METHOD_NOT_ALLOWED") {
				t.Errorf("%s %s: %d %q %s", c.method, c.path, status, headers.Get("Allow"), data)
			}
		}
	})
}

func TestEveryErrorMessageHasAnArabicTranslation(t *testing.T) {
	said := regexp.MustCompile(`(?:badRequest|cannotProcess)\(\s*"((?:[^"\\]|\\.)+)"`)
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		source, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range said.FindAllStringSubmatch(string(source), -1) {
			if found++; m[1] != "%s" && octo.Details[m[1]] == "" {
				t.Errorf("%s: %q has no Arabic", f.Name(), m[1])
			}
		}
	}
	if found < 20 {
		t.Errorf("%d reasons were found", found)
	}
	onBoth(t, func(w *world) {
		w.atlas.language = "ar-AE, ar;q=0.9"
		for in, want := range map[string]string{`[]`: "نص الطلب", `{"productId": 5}`: "productId من نوع"} {
			got := w.atlas.refused("BAD_REQUEST", "POST", "/bookings", []byte(in))
			if message, _ := got["errorMessage"].(string); !strings.Contains(message, want) {
				t.Errorf("%s: %s", in, message)
			}
		}
		dunes := w.atlas.gets("GET", "/products/dunes", nil)
		option, _ := dunes["options"].([]any)[0].(body)
		terms, _ := option["cancellationCutoff"].(string)
		if !strings.Contains(terms, "قبل يوم واحد على الأقل من البداية") ||
			!strings.Contains(terms, "قبل 6 ساعات على الأقل من البداية") {
			t.Errorf("the terms are %q", terms)
		}
	})
}
