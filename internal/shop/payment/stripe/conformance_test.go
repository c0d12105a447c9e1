package stripe_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/internal/shop/payment/paymenttest"
	"storefront/internal/shop/payment/stripe"
)

var mock struct {
	once    sync.Once
	address string
	err     error
	process *os.Process
}

func TestMain(m *testing.M) {
	code := m.Run()
	if mock.process != nil {
		_ = mock.process.Kill()
	}
	os.Exit(code)
}

// stripeMock is the address of Stripe's own mock of its API. Go keeps the program in its cache, so that only the first
// run downloads and builds it.
func stripeMock(t testing.TB) string {
	t.Helper()
	mock.once.Do(func() { mock.address, mock.err = startMock() })
	if mock.err != nil {
		t.Fatalf("stripe-mock, of the module in mock/, does not run: %v", mock.err)
	}
	return mock.address
}

func startMock() (address string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	build := exec.CommandContext(ctx, "go", "tool", "-n", "stripe-mock")
	build.Dir, build.Stderr = "mock", os.Stderr
	program, err := build.Output()
	if err != nil {
		return "", err
	}
	run := exec.Command(strings.TrimSpace(string(program)), "-http-addr", "127.0.0.1:")
	out, err := run.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := run.Start(); err != nil {
		return "", err
	}
	mock.process = run.Process
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, at, found := strings.Cut(lines.Text(), "Listening for HTTP at address: "); found {
			address = "http://" + at
			break
		}
	}
	go func() {
		for lines.Scan() { // or it would wait for its output to be read
		}
	}()
	return address, lines.Err()
}

func newProvider(t testing.TB, config stripe.Config) *stripe.Provider {
	t.Helper()
	config.Key, config.WebhookSecret = "sk_test_123", secret
	p, err := stripe.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestStripeMeetsTheProviderContract(t *testing.T) {
	paymenttest.Run(t, func(t *testing.T) paymenttest.Harness {
		f := newFake(t)
		decline := object{"last_payment_error": object{"type": "card_error", "code": "card_declined",
			"message": "Your card was declined."}, "latest_charge": nil}
		return paymenttest.Harness{
			Provider: newProvider(t, stripe.Config{BaseURL: f.URL}),
			Pay:      f.payAs("requires_capture", "complete", nil),
			Decline:  f.payAs("requires_payment_method", "open", decline),
			Stall:    f.payAs("processing", "complete", nil),
			PayDisputed: func(id string) error {
				defer f.dispute(id)
				return f.payAs("requires_capture", "complete", nil)(id)
			},
			PayUnrefundable: f.payAs("requires_capture", "complete", nil),
			FailRefund:      f.failRefunds,
			Settle:          f.changeLater(nil, object{"status": "requires_capture", "amount_capturable": 39550.0}),
			Lapse: f.changeLater(nil, object{"status": "canceled", "cancellation_reason": "expired",
				"amount_capturable": 0.0}),
			Expire: f.changeLater(object{"status": "expired", "url": nil}, nil),
		}
	})
}
