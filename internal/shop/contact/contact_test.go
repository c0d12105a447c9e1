package contact_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/limit"
)

var now = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// desk records messages and their notices.
type desk struct {
	contact.Store
	kept  []contact.Message
	told  []notice.Notice
	down  error
	tries map[string]int // by key
}

// Do and CountTry make a desk the store of its own limits.
func (d *desk) Do(_ context.Context, work func(tx limit.Tx) error) error { return work(d) }

func (d *desk) CountTry(_ context.Context, key string, now time.Time, window time.Duration) (limit.Tries, error) {
	if d.tries == nil {
		d.tries = map[string]int{}
	}
	d.tries[key]++
	return limit.Tries{Count: d.tries[key], Until: now.Add(window)}, nil
}

func (d *desk) InsertMessage(_ context.Context, m contact.Message, tell ...notice.Notice) error {
	if d.down != nil {
		return d.down
	}
	d.kept, d.told = append(d.kept, m), append(d.told, tell...)
	return nil
}

func (d *desk) service() *contact.Service {
	clock := func() time.Time { return now }
	return contact.New(contact.Config{Store: d, Limits: limit.New(d, clock), Now: clock})
}

var byHand = contact.Filling{Took: 40 * time.Second}

const network = "192.0.2.1"

func letter() contact.Message {
	return contact.Message{
		Deployment: "wayfare", Language: "ar", Name: " ليلى ", Email: " layla@example.com ", Topic: contact.OnBooking,
		Order: " K7M3Q9XW ",
		Text:  "  Is it cold at night?\n",
	}
}

func TestAMessageIsStoredAndBothSidesAreNotified(t *testing.T) {
	d := &desk{}
	if err := d.service().Send(t.Context(), letter(), byHand, "hello@wayfare.example", network); err != nil {
		t.Fatal(err)
	}
	got := d.kept[0]
	want := contact.Message{
		ID: got.ID, Deployment: "wayfare", Language: "ar", Name: "ليلى", Email: "layla@example.com",
		Topic: contact.OnBooking,
		Order: "K7M3Q9XW", Text: "Is it cold at night?", CreatedAt: now,
	}
	if got != want || got.ID == "" {
		t.Errorf("%+v is kept", got)
	}
	about := notice.Notice{Deployment: "wayfare", Language: "ar", Subject: got.ID}
	shop, visitor := about, about
	shop.Kind, shop.To = notice.ContactMessage, "hello@wayfare.example"
	visitor.Kind, visitor.To = notice.ContactReceived, "layla@example.com"
	if !slices.Equal(d.told, []notice.Notice{shop, visitor}) {
		t.Errorf("%+v", d.told)
	}
}

func TestAMessageFromAnAddressOverItsLimitReachesTheShopOnly(t *testing.T) {
	d := &desk{}
	for i := range 6 { // from a network each, in the name of one
		err := d.service().Send(t.Context(), letter(), byHand, "hello@wayfare.example", fmt.Sprintf("192.0.2.%d", i))
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(d.kept) != 6 || len(d.told) != 11 || d.told[10].Kind != notice.ContactMessage {
		t.Errorf("%+v", d.told)
	}
}

func TestInvalidMessagesAreRefused(t *testing.T) {
	for what, c := range map[string]struct {
		spoil func(*contact.Message)
		field string
		code  fault.FieldCode
	}{
		"no name":         {func(m *contact.Message) { m.Name = " " }, "name", fault.Required},
		"no address":      {func(m *contact.Message) { m.Email = "" }, "email", fault.Required},
		"half an address": {func(m *contact.Message) { m.Email = "layla@example" }, "email", fault.Format},
		"a header in it": {func(m *contact.Message) { m.Email = "layla@example.com\r\nBcc: b@example.com" },
			"email", fault.Format},
		"nothing said":          {func(m *contact.Message) { m.Text = "\n\t " }, "text", fault.Required},
		"a topic of one’s own":  {func(m *contact.Message) { m.Topic = "watches" }, "topic", fault.Unknown},
		"no topic and no order": {func(m *contact.Message) { m.Topic, m.Order = "", "" }, "", ""},
	} {
		t.Run(what, func(t *testing.T) {
			d := &desk{}
			m := letter()
			c.spoil(&m)
			err := d.service().Send(t.Context(), m, byHand, "hello@wayfare.example", network)
			if c.field == "" {
				if err != nil || len(d.kept) != 1 {
					t.Error(err)
				}
				return
			}
			if e := fault.Of(err); e.Code != fault.Invalid ||
				!slices.Equal(e.Fields, []fault.Field{{Name: c.field, Code: c.code}}) {
				t.Errorf("%+v", e)
			}
			if len(d.tries)+len(d.kept)+len(d.told) > 0 {
				t.Error("it is counted, stored or notified all the same")
			}
		})
	}
}

func TestMessagesOfRobotsAreStoredWithoutNotices(t *testing.T) {
	for what, c := range map[string]struct {
		how     contact.Filling
		suspect bool
	}{
		"a person":                   {byHand, false},
		"a person in a hurry":        {contact.Filling{Took: 3 * time.Second}, false},
		"who never saw the form":     {contact.Filling{}, true},
		"who was there for a moment": {contact.Filling{Took: 2999 * time.Millisecond}, true},
		"a filled hidden field":      {contact.Filling{Took: time.Minute, Hidden: "https://cheap.example"}, true},
	} {
		t.Run(what, func(t *testing.T) {
			d := &desk{}
			err := d.service().Send(t.Context(), letter(), c.how, "hello@wayfare.example", network)
			if err != nil || len(d.kept) != 1 || d.kept[0].Suspect != c.suspect || (len(d.told) == 0) != c.suspect {
				t.Errorf("%v, %+v, notices %+v", err, d.kept, d.told)
			}
			if len(d.tries) != 2 { // of the network and of the address
				t.Error("the limits do not hold for it")
			}
		})
	}
}

func TestTooManyMessagesAndAFailingStoreAreErrors(t *testing.T) {
	d := &desk{}
	for range 30 {
		if err := d.service().Send(t.Context(), letter(), byHand, "hello@wayfare.example", network); err != nil {
			t.Fatal(err)
		}
	}
	err := d.service().Send(t.Context(), letter(), byHand, "hello@wayfare.example", network)
	if !fault.Is(err, fault.TooManyTries) || len(d.kept) != 30 {
		t.Errorf("%v, %d are kept", err, len(d.kept))
	}
	d.down = errors.New("no disk")
	if err := d.service().Send(t.Context(), letter(), byHand, "hello@wayfare.example", "198.51.100.1"); !errors.Is(err,
		d.down) {
		t.Error(err)
	}
}
