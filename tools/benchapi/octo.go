package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"storefront/internal/channel/octo"
	"storefront/internal/serve/livecatalog"
	"storefront/internal/serve/webroot"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/reseller"
	"storefront/tools/gauge"
)

const monthPath = "/octo/availability"

// createReseller creates a reseller and returns its key. Each process on a database has its own.
func (b *backend) createReseller(ctx context.Context) (id, key string, err error) {
	r, key, err := b.resellers.Create(ctx, reseller.Reseller{
		Name: "bench-" + strings.ToLower(rand.Text()), Deployments: []string{deploymentID}, NetRate: 80_00,
		Currency: "AED", CreditLimit: 1 << 50,
	})
	return r.ID, key, err
}

// octoHandler returns the API of resellers, as in cmd/api serve.
func (b *backend) octoHandler(builds string) http.Handler {
	return octo.New(octo.Config{
		Site: webroot.Open(builds, warnLog), Catalog: livecatalog.Open(builds, warnLog), Booking: b.booking,
		Resellers: b.resellers, Scheme: func(*http.Request) string { return "http" }, Log: warnLog,
	})
}

// monthRequests returns the requests for the availability of a month, each with an address of its own.
func monthRequests(key string) (uris []string, requests [][]byte) {
	now := time.Now()
	for i := range 8 * productCount {
		first := 30 * (i / productCount)
		body := fmt.Sprintf(`{"productId":%q,"optionId":%q,"localDateStart":%q,"localDateEnd":%q}`, productSlug(i),
			optionID,
			dateFrom(now, first), dateFrom(now, first+29))
		uri := fmt.Sprintf("%s?%d", monthPath, i)
		uris = append(uris, uri)
		requests = append(requests, fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"+
			"Octo-Capabilities: octo/pricing\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", uri,
			host, key,
			len(body), body))
	}
	return uris, requests
}

func measureOcto(ctx context.Context, o options) error {
	files := func() (task, error) {
		data, err := o.newDataDir()
		return task{Data: data}, err
	}
	if err := o.measureOcto(ctx, sqliteName, nil, files); err != nil {
		return err
	}
	server, err := o.startChild(ctx, task{Role: "postgres"})
	if err != nil {
		return err
	}
	database := func() (task, error) {
		t, err := files() // of the sandbox
		if err != nil {
			return t, err
		}
		made, err := server.run(1)
		t.DSN = made.DSN
		return t, err
	}
	return errors.Join(o.measureOcto(ctx, "PostgreSQL", server, database), server.stop())
}

func (o options) measureOcto(
	ctx context.Context, database string, server *process, fresh func() (task, error),
) error {
	if err := o.compareMonths(ctx, database, server, fresh); err != nil {
		return err
	}
	return o.compareReservations(ctx, database, fresh)
}

// compareMonths measures the availability of a month beside a handler that sends the same bytes.
func (o options) compareMonths(
	ctx context.Context, database string, server *process, fresh func() (task, error),
) error {
	t, err := fresh()
	if err != nil {
		return err
	}
	t.Role, t.Sold = "api", true
	ours, err := o.startChild(ctx, t)
	if err != nil {
		return err
	}
	defer func() { _ = ours.stop() }()
	uris, requests := monthRequests(ours.Key)
	answers := map[string][]byte{}
	c, err := dial(ours.Address)
	if err != nil {
		return err
	}
	defer c.conn.Close()
	for i, uri := range uris {
		if answers[uri], err = c.send(requests[i], nil); err != nil {
			return err
		}
	}
	bare, err := o.startChild(ctx, task{Role: "bare", Bodies: answers})
	if err != nil {
		return err
	}
	defer func() { _ = bare.stop() }()
	return o.compareReads("OCTO availability of a month", database, ours, bare, server, requests,
		len(answers[uris[len(uris)/2]]))
}

// compareReservations measures reservations of resellers beside checkouts of visitors that are paid later: both are one
// transaction with seats, an order and a job.
func (o options) compareReservations(ctx context.Context, database string, fresh func() (task, error)) error {
	var ours, theirs []checkoutRound
	for range o.rounds {
		for _, side := range []struct {
			role string
			into *[]checkoutRound
		}{{"reservations", &ours}, {"checkouts", &theirs}} {
			t, err := fresh()
			if err != nil {
				return err
			}
			t.Role = side.role
			one, err := o.placeOrders(ctx, t)
			if err != nil {
				return err
			}
			*side.into = append(*side.into, one)
		}
	}
	cpu, base := gauge.Median(ours, checkoutRound.cpuPerCheckout), gauge.Median(theirs, checkoutRound.cpuPerCheckout)
	printLine("\nreservations of resellers, %d at a time, %s; beside them checkouts of visitors that are paid later",
		o.buyers, database)
	printLine("  a second        %8.0f %8.0f", gauge.Median(ours, checkoutRound.perSecond),
		gauge.Median(theirs, checkoutRound.perSecond))
	printLine("  CPU             %8.2f ms %8.2f ms", gauge.Millis(cpu), gauge.Millis(base))
	share := float64(cpu) / float64(base)
	gauge.PrintTarget("reservation on "+database+": at most 1.2 times a checkout's processor time", share <= 1.2,
		"%.2f",
		share)
	return nil
}

// placeOrders has a process make the checkouts of a round in the role of a task.
func (o options) placeOrders(ctx context.Context, t task) (s checkoutRound, err error) {
	t.Buyers, t.Checkouts = o.buyers, o.checkouts
	p, err := o.startChild(ctx, t)
	if err != nil {
		return s, err
	}
	defer func() { _ = p.stop() }()
	s.apiCPU = -p.cpu()
	r, err := p.run(o.checkouts)
	s.apiCPU += p.cpu()
	s.checkouts, s.elapsed, s.durations = r.Done, r.Elapsed, r.Took
	return s, err
}

// placingRole is a role in which buyers place orders, whose carts are filled beforehand.
func placingRole(place func(b *backend, seller string) func(context.Context, int) error) role {
	return func(ctx context.Context, t task) (ready, run, func() error, error) {
		b, err := newBackend(ctx, t)
		if err != nil {
			return ready{}, nil, nil, err
		}
		stop, err := b.serve(ctx, t.Builds)
		if err != nil {
			return ready{}, nil, nil, err
		}
		now, act := firstPayLaterDay(), place(b, b.seller)
		warm := warmupCheckouts * t.Buyers
		_, err = gauge.RunConcurrently(ctx, t.Buyers, 0, warm+t.Checkouts, func(ctx context.Context, i int) error {
			_, err := b.booking.AddItem(ctx, shop, cartOf(i), choiceOf(now, i))
			return err
		})
		if err == nil {
			_, err = gauge.RunConcurrently(ctx, t.Buyers, 0, warm, act)
		}
		return ready{}, func(ctx context.Context, n int) (result, error) {
			began := time.Now()
			took, err := gauge.RunConcurrently(ctx, t.Buyers, warm, n, act)
			return result{Done: n, Took: took, Elapsed: time.Since(began)}, err
		}, stop, err
	}
}

// firstPayLaterDay is the first day that is sold: visitors cannot pay later for what starts within two days.
func firstPayLaterDay() time.Time { return time.Now().AddDate(0, 0, 7) }

// checkOut places an order of a visitor that is paid later.
func checkOut(b *backend, _ string) func(context.Context, int) error {
	return func(ctx context.Context, i int) error {
		_, err := b.booking.Checkout(ctx, shop, booking.Checkout{
			Key: fmt.Sprintf("checkout-%d", i), Cart: cartOf(i), Method: booking.PayLater, Total: 2 * price,
			Currency: "AED",
			Buyer: booking.Buyer{FirstName: "Amina", LastName: "Al Balushi", Email: "amina@example.com",
				PhoneCountry: "OM",
				Phone:        "92123456"},
		})
		return err
	}
}

// reserve holds the same seats for a reseller.
func reserve(b *backend, seller string) func(context.Context, int) error {
	now := firstPayLaterDay()
	return func(ctx context.Context, i int) error {
		units := []booking.ResaleUnit{{ID: "1", Unit: "adult"}, {ID: "2", Unit: "adult"}}
		_, err := b.booking.Reserve(ctx, shop, booking.Reservation{
			Key: fmt.Sprintf("00000000-0000-4000-8000-%012d", i), Choice: choiceOf(now, i),
			Resale: booking.Resale{Channel: "octo", Reseller: seller, Name: "bench", NetRate: 80_00, Units: units},
		})
		return err
	}
}
