package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/rogpeppe/go-internal/testscript"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/document/ticket"
	"storefront/internal/shop/review"
	"storefront/internal/store/sqlstore"
)

// shop makes the orders that scripts use, with the real rules, database and provider: shop NAME CHOICE..., where a
// choice is a product of shelf with the date on which it begins. It sets NAME to the reference, and NAME_TICKET to the
// text of the first booking's ticket.
func shop(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: shop NAME [by=ACCOUNT] [later|card=NUMBER] PRODUCT:DAY...")
	}
	ctx := context.Background()
	c, b, sells := opened(ts)
	defer func() { ts.Check(b.Close()) }()
	order, err := sell(ctx, sells, b, args[1:])
	ts.Check(err)
	ts.Setenv(args[0], order.Reference)
	key, err := ticket.LoadOrCreateKey(c.dataPath(ticketKeyFile))
	ts.Check(err)
	text, err := key.Sign(ticket.ClaimsOf(&order, &order.Bookings[0]))
	ts.Check(err)
	ts.Setenv(args[0]+"_TICKET", text)
}

// opened is the shop of a script.
func opened(ts *testscript.TestScript) (configuration, *backend, *booking.Service) {
	c := configuration{
		builds: ts.MkAbs("builds"), data: ts.MkAbs(".data"), provider: sandboxName,
		databaseURL: ts.Getenv("DATABASE_URL"),
	}
	// Commands beside PostgreSQL use the sandbox that a server has created.
	ts.Check(os.MkdirAll(c.data, 0o700))
	made, err := os.OpenFile(c.dataPath(sandboxDatabase), os.O_CREATE, 0o600)
	ts.Check(err)
	ts.Check(made.Close())
	b, err := c.open(context.Background(), slog.New(slog.DiscardHandler))
	ts.Check(err)
	return c, b, booking.New(booking.Config{
		Store: b.store, Catalog: shelf{}, Providers: b.providers, Provider: c.provider,
		Log: slog.New(slog.DiscardHandler),
	})
}

// requested has a visitor request a price of the oasis: requested NAME DAY. It sets NAME to the reference.
func requested(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: requested NAME DAY")
	}
	_, b, sells := opened(ts)
	defer func() { ts.Check(b.Close()) }()
	wish := wanted("oasis", args[1])
	n, err := sells.RequestPrice(context.Background(), wayfare, booking.Negotiation{
		Choice: wish, Offer: 90000, Name: "ليلى حداد", Email: "layla@example.com", Phone: "+971501234567",
		Message: "Somewhere quiet.",
	}, "")
	ts.Check(err)
	ts.Setenv(args[0], n.Reference)
}

// waits puts a party on the waiting list of the dunes: waits NAME EMAIL DAY. It sets NAME to its id.
func waits(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: waits NAME EMAIL DAY")
	}
	_, b, _ := opened(ts)
	defer func() { ts.Check(b.Close()) }()
	ctx := context.Background()
	_, err := b.booking.JoinWaiting(ctx, wayfare, wanted("dunes", args[2]), args[1], "")
	ts.Check(err)
	all, err := b.booking.Waitings(ctx, booking.WaitingFilter{Deployment: wayfare.ID, Email: args[1]})
	ts.Check(err)
	ts.Setenv(args[0], all[len(all)-1].ID)
}

// left adds parties to the waiting list of the dunes that have left it: left NUMBER DAY.
func left(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: left NUMBER DAY")
	}
	number, err := strconv.Atoi(args[0])
	ts.Check(err)
	_, b, _ := opened(ts)
	defer func() { ts.Check(b.Close()) }()
	ctx := context.Background()
	for i := range number {
		w := booking.Waiting{ID: uuid.NewString(), Deployment: wayfare.ID, Email: fmt.Sprintf("%d@example.com", i),
			Choice: wanted("dunes", args[1]), State: booking.WaitingLeft, CreatedAt: time.Now(), EndedAt: time.Now()}
		ts.Check(b.store.Do(ctx, func(tx booking.Tx) error {
			if _, _, err := tx.Departure(ctx, w.Slot()); err != nil {
				return err
			}
			return tx.SaveWaiting(ctx, w)
		}))
	}
}

// reviewed has a buyer review the dunes: reviewed NAME. It sets NAME to the beginning of the id.
func reviewed(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: reviewed NAME")
	}
	_, b, _ := opened(ts)
	defer func() { ts.Check(b.Close()) }()
	writer := review.Writer{Deployment: "wayfare", Product: "dunes", User: args[0], Author: "Amina",
		Since: time.Now().Add(-time.Hour)}
	r, err := b.reviews.Submit(context.Background(), writer, review.Review{
		Rating: 4, Title: "Dust", Language: "en", Text: "The driver knew every dune by name.",
	})
	ts.Check(err)
	ts.Setenv(args[0], r.ID[:shortID])
}

// wrote has a visitor, or a robot, send a message to the shop: wrote TEXT [robot]. It sets MESSAGE to its id.
func wrote(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) == 0 {
		ts.Fatalf("usage: wrote TEXT [robot]")
	}
	how := contact.BotSignals{FillTime: time.Minute}
	if len(args) == 2 {
		how = contact.BotSignals{}
	}
	_, b, _ := opened(ts)
	defer func() { ts.Check(b.Close()) }()
	ts.Check(b.contact.Send(context.Background(), contact.Message{
		Deployment: "wayfare", Language: "en", Name: "ليلى حداد", Email: "layla@example.com", Topic: contact.OnBooking,
		Order: "K7M3Q9XW", Text: args[0],
	}, how, "hello@wayfare.example", ""))
	latest, err := b.contact.List(context.Background(), contact.Filter{Suspect: len(args) == 2, Limit: 1})
	ts.Check(err)
	ts.Setenv("MESSAGE", latest[0].ID)
}

// worked runs the jobs that send notices, without sending them: worked NAME. It sets NAME to the number of the latest.
func worked(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: worked NAME")
	}
	ctx := context.Background()
	_, b, _ := opened(ts)
	defer func() { ts.Check(b.Close()) }()
	jobs := b.store.Jobs()
	ts.Check(jobs.Start(ctx, sqlstore.Work{
		Settle: func(context.Context, string) (time.Time, error) { return time.Now().Add(time.Hour), nil },
		Send: map[notice.Channel]sqlstore.Send{notice.Mail: func(context.Context,
			notice.Notice) error {
			return nil
		}},
	}))
	defer func() { ts.Check(jobs.Stop(ctx)) }()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		notices, err := jobs.List(ctx, sqlstore.JobFilter{Kind: "tell"})
		ts.Check(err)
		done := func(j sqlstore.Job) bool { return j.State == sqlstore.JobDone }
		if len(notices) > 0 && !slices.ContainsFunc(notices, func(j sqlstore.Job) bool { return !done(j) }) {
			ts.Setenv(args[0], strconv.FormatInt(notices[0].ID, 10))
			return
		}
	}
	ts.Fatalf("the notices were not sent")
}

// acts makes the latest change of a departure of its bookings, as the server's job does: acts DEPARTURE.
func acts(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: acts DEPARTURE")
	}
	_, b, _ := opened(ts)
	defer func() { ts.Check(b.Close()) }()
	ctx := context.Background()
	slot, _, err := booking.ParseSlot(args[0])
	ts.Check(err)
	changes, err := b.booking.DepartureChanges(ctx, slot)
	ts.Check(err)
	_, err = b.booking.ContinueDepartureChange(ctx, changes[len(changes)-1].ID)
	ts.Check(err)
}

var wayfare = booking.Deployment{ID: "wayfare", HomeURL: "http://127.0.0.1", Name: "Wayfare", Language: "en",
	Currency: "AED", Card: true, PayLater: true, Contact: booking.Contact{Email: "hello@wayfare.example"}}

// sell has a visitor put products into a cart, order them and pay.
func sell(ctx context.Context, sells *booking.Service, b *backend, wishes []string) (booking.Order, error) {
	cart := fmt.Sprintf("cart-%d", time.Now().UnixNano())
	if email, is := strings.CutPrefix(wishes[0], "by="); is {
		user, err := b.store.Accounts().UserByEmail(ctx, wayfare.ID, email)
		if err != nil {
			return booking.Order{}, err
		}
		cart, wishes = user.CartID(), wishes[1:]
	}
	method, card := booking.Card, "4242424242424242"
	if number, is := strings.CutPrefix(wishes[0], "card="); is {
		card, wishes = number, wishes[1:]
	} else if wishes[0] == "later" {
		method, wishes = booking.PayLater, wishes[1:]
	}
	var filled *booking.CheckedCart
	for _, wish := range wishes {
		product, day, _ := strings.Cut(wish, ":")
		var err error
		if filled, err = sells.AddItem(ctx, wayfare, cart, wanted(product, day)); err != nil {
			return booking.Order{}, fmt.Errorf("%s: %w", wish, err)
		}
	}
	guest := booking.Guest{Name: "ليلى حداد", Email: "layla@example.com", Phone: "+971501234567",
		Info: "Two of us\nare vegetarians"}
	if _, err := sells.SetGuest(ctx, wayfare, cart, guest); err != nil {
		return booking.Order{}, err
	}
	order, err := sells.Checkout(ctx, wayfare, booking.Checkout{
		Key: "0123456789", Cart: cart, Method: method, Total: filled.Total,
		Buyer: booking.Buyer{
			FirstName: "Amina", LastName: "Haddad", Email: "amina@example.com", PhoneCountry: "AE", Phone: "501234567",
		},
	})
	if err != nil || method == booking.PayLater {
		return order, err
	}
	if _, err := b.sandbox.Pay(ctx, order.Payment.SessionID, card); err != nil {
		return booking.Order{}, err
	}
	if _, err := sells.Settle(ctx, order.ID); err != nil {
		return booking.Order{}, err
	}
	return b.store.Read().Order(ctx, order.ID)
}

// wanted parses a choice of a product of shelf; camp@mall is collected at the mall.
func wanted(product, day string) booking.Choice {
	if product, point, at := strings.Cut(product, "@"); at {
		return booking.Choice{
			Product: product, Option: "shared", Date: day, StartTime: "15:00",
			Units:  []booking.Quantity{{ID: "adult", Quantity: 2}},
			Pickup: booking.Place{Point: point},
		}
	}
	return booking.Choice{
		Product: product, Option: "shared", Date: day, StartTime: "15:00",
		Units:  []booking.Quantity{{ID: "adult", Quantity: 2}, {ID: "child", Quantity: 1}},
		Extras: []booking.Quantity{{ID: "quad", Quantity: 1}}, Pickup: booking.Place{Address: "Al Seef 1"},
	}
}

// shelf has a camp with optional pickups, dunes whose supplier confirms at once, falcons whose supplier confirms on
// request, and an oasis without a fixed price.
type shelf struct{}

func (shelf) Product(_, _, slug string) (*booking.Product, error) {
	confirmation := map[string]payload.Confirmation{"dunes": "instant", "falcons": "on_request", "oasis": "instant",
		"camp": "instant"}[slug]
	if confirmation == "" {
		return nil, fault.New(fault.NotFound, "not on sale")
	}
	zone, err := time.LoadLocation("Asia/Dubai")
	if err != nil {
		return nil, err
	}
	pickup := &payload.Transfer{Included: true, AddressRequired: true}
	if slug == "camp" {
		early, late := 150, 60
		pickup = &payload.Transfer{Points: []payload.Point{
			{ID: "mall", Name: "The mall", MinutesBefore: &late, Exact: true},
			{ID: "gate", Name: "The gate", MinutesBefore: &early, Exact: true},
		}}
	}
	return &booking.Product{
		Slug: slug, NoFixedPrice: slug == "oasis", Path: "/" + slug, Title: "The " + slug,
		City: payload.Named{ID: "dubai", Name: "Dubai"}, Status: "AVAILABLE",
		AvailabilityType: "START_TIME", PricingPer: "UNIT", Currency: "AED", Exponent: 2, TimeZone: zone,
		Location: payload.Location{Place: "The station", Address: "Exit 1", Latitude: 25.2, Longitude: 55.3},
		Supplier: payload.Supplier{ID: slug + "-men", Name: "Sands", Confirmation: confirmation},
		Duration: payload.Duration{Minutes: 360},
		Pickup:   pickup,
		Options: []payload.Option{{
			ID: "shared", Title: "Shared car", Capacity: 20, MaxTravellers: 20,
			Units: []payload.Unit{
				{ID: "adult", Type: "ADULT", PricedBy: "PERSON", Price: 39500, PaxCount: 1, Max: 9},
				{ID: "child", Type: "CHILD", PricedBy: "PERSON", Price: 27500, PaxCount: 1, Max: 9},
			},
			Schedule: payload.Schedule{Seasons: []payload.Season{{
				Weekdays: []int{0, 1, 2, 3, 4, 5, 6}, StartTimes: []string{"15:00"},
			}}},
			Cancellation: []payload.CancellationTier{{Before: 1440, Refund: 80}},
		}},
		Extras: []payload.Extra{{ID: "quad", Title: "Quad bike", PricingPer: "UNIT", Price: 15000, Max: 4}},
	}, nil
}
