package wording_test

import (
	"slices"
	"testing"
	"time"

	"storefront/internal/shop/wording"
)

func TestCancellationTermsUseTheTimeOfTheDestination(t *testing.T) {
	dubai := time.FixedZone("+04", 4*60*60)
	free := wording.RefundStep{Percent: 100, Until: time.Date(2026, 11, 27, 15, 0, 0, 0, dubai)}
	half := wording.RefundStep{Percent: 50, Until: time.Date(2026, 11, 28, 9, 30, 0, 0, dubai)}
	for _, test := range []struct {
		language string
		terms    wording.Cancellation
		want     []string
	}{
		{"en", wording.Cancellation{}, []string{"Not refundable"}},
		{"ar", wording.Cancellation{}, []string{"لا يُسترد المبلغ"}},
		{"en", wording.Cancellation{Steps: []wording.RefundStep{free, half}}, []string{
			"Free cancellation until Fri 27 Nov, 15:00", "50% back until Sat 28 Nov, 09:30",
			"Not refundable after that",
		}},
		{"ar", wording.Cancellation{Steps: []wording.RefundStep{free, half}}, []string{
			"إلغاء مجاني حتى الجمعة 27 نوفمبر، 3:00 م", "استرداد 50% من المبلغ حتى السبت 28 نوفمبر، 9:30 ص",
			"لا يُسترد المبلغ بعد ذلك",
		}},
		{"en", wording.Cancellation{UntilConfirmation: true}, []string{
			"Free cancellation until your booking is confirmed", "Not refundable after that",
		}},
		{"fr", wording.Cancellation{UntilPayment: true, Steps: []wording.RefundStep{free}}, []string{
			"No charge if you cancel before you pay", "Free cancellation until Fri 27 Nov, 15:00",
			"Not refundable after that",
		}},
	} {
		var got []string
		for _, line := range test.terms.Lines(test.language) {
			got = append(got, line.Text)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.language, got, test.want)
		}
	}
}
