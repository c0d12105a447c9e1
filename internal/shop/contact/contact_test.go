package contact_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/limit"
)

// fakeStore records messages and their notices.
type fakeStore struct {
	contact.Store
	kept  []contact.Message
	told  []notice.Notice
	down  error
	tries map[string]int // by key
}

// Do and CountTry make fakeStore the store of its own limits.
func (d *fakeStore) Do(_ context.Context, work func(tx limit.Tx) error) error { return work(d) }

func (d *fakeStore) CountTry(_ context.Context, key string, now time.Time, window time.Duration) (limit.Tries, error) {
	if d.tries == nil {
		d.tries = map[string]int{}
	}
	d.tries[key]++
	return limit.Tries{Count: d.tries[key], Until: now.Add(window)}, nil
}

func (d *fakeStore) InsertMessage(_ context.Context, m contact.Message, tell ...notice.Notice) error {
	if d.down != nil {
		return d.down
	}
	d.kept, d.told = append(d.kept, m), append(d.told, tell...)
	return nil
}

func (d *fakeStore) service() *contact.Service {
	return contact.New(contact.Config{Store: d, Limits: limit.New(d, nil)})
}

var humanSignals = contact.BotSignals{FillTime: 40 * time.Second}

const (
	network     = "192.0.2.1"
	shopAddress = "hello@wayfare.example"
)

func newMessage() contact.Message {
	return contact.Message{
		Deployment: "wayfare", Language: "ar", Name: " ليلى ", Email: " layla@example.com ", Topic: contact.OnBooking,
		Order: " K7M3Q9XW ",
		Text:  "  Is it cold at night?\n",
	}
}

func TestContactMessageIsStoredAndNotifiesShopAndVisitor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &fakeStore{}
		if err := d.service().Send(t.Context(), newMessage(), humanSignals, shopAddress, network); err != nil {
			t.Fatal(err)
		}
		got := d.kept[0]
		want := contact.Message{
			ID: got.ID, Deployment: "wayfare", Language: "ar", Name: "ليلى", Email: "layla@example.com",
			Topic: contact.OnBooking,
			Order: "K7M3Q9XW", Text: "Is it cold at night?", CreatedAt: time.Now().UTC(),
		}
		if got != want || got.ID == "" {
			t.Errorf("%+v is kept", got)
		}
		about := notice.Notice{Deployment: "wayfare", Language: "ar", Subject: got.ID}
		shop, visitor := about, about
		shop.Kind, shop.To = notice.ContactMessage, shopAddress
		visitor.Kind, visitor.To = notice.ContactReceived, "layla@example.com"
		if !slices.Equal(d.told, []notice.Notice{shop, visitor}) {
			t.Errorf("%+v", d.told)
		}
	})
}

func TestAddressOverItsLimitGetsNoConfirmationMail(t *testing.T) {
	d := &fakeStore{}
	for i := range 6 { // from a network each, in the name of one
		err := d.service().Send(t.Context(), newMessage(), humanSignals, shopAddress, fmt.Sprintf("192.0.2.%d", i))
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(d.kept) != 6 || len(d.told) != 11 || d.told[10].Kind != notice.ContactMessage {
		t.Errorf("%+v", d.told)
	}
}

func TestInvalidContactMessagesAreRejected(t *testing.T) {
	for what, c := range map[string]struct {
		spoil func(*contact.Message)
		field string
		code  fault.FieldCode
	}{
		"no name":               {func(m *contact.Message) { m.Name = " " }, "name", fault.Required},
		"no address":            {func(m *contact.Message) { m.Email = "" }, "email", fault.Required},
		"an incomplete address": {func(m *contact.Message) { m.Email = "layla@example" }, "email", fault.Format},
		"an injected header": {func(m *contact.Message) { m.Email = "layla@example.com\r\nBcc: b@example.com" },
			"email", fault.Format},
		"an empty text":         {func(m *contact.Message) { m.Text = "\n\t " }, "text", fault.Required},
		"an unknown topic":      {func(m *contact.Message) { m.Topic = "watches" }, "topic", fault.Unknown},
		"no topic and no order": {func(m *contact.Message) { m.Topic, m.Order = "", "" }, "", ""},
	} {
		t.Run(what, func(t *testing.T) {
			d := &fakeStore{}
			m := newMessage()
			c.spoil(&m)
			err := d.service().Send(t.Context(), m, humanSignals, shopAddress, network)
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

func TestMessagesOfBotsAreStoredWithoutNotices(t *testing.T) {
	for what, c := range map[string]struct {
		how     contact.BotSignals
		suspect bool
	}{
		"a person":                           {humanSignals, false},
		"a person after three seconds":       {contact.BotSignals{FillTime: 3 * time.Second}, false},
		"a sender who did not load the form": {contact.BotSignals{}, true},
		"a sender in under three seconds":    {contact.BotSignals{FillTime: 2999 * time.Millisecond}, true},
		"a filled hidden field": {
			contact.BotSignals{FillTime: time.Minute, HiddenField: "https://cheap.example"}, true,
		},
	} {
		t.Run(what, func(t *testing.T) {
			d := &fakeStore{}
			err := d.service().Send(t.Context(), newMessage(), c.how, shopAddress, network)
			if err != nil || len(d.kept) != 1 || d.kept[0].Suspect != c.suspect || (len(d.told) == 0) != c.suspect {
				t.Errorf("%v, %+v, notices %+v", err, d.kept, d.told)
			}
			if len(d.tries) != 2 { // of the network and of the address
				t.Error("the limits do not hold for it")
			}
		})
	}
}

func TestSendFailsOverTheLimitAndWhenTheStoreFails(t *testing.T) {
	d := &fakeStore{}
	for range 30 {
		if err := d.service().Send(t.Context(), newMessage(), humanSignals, shopAddress, network); err != nil {
			t.Fatal(err)
		}
	}
	err := d.service().Send(t.Context(), newMessage(), humanSignals, shopAddress, network)
	if !fault.Is(err, fault.TooManyTries) || len(d.kept) != 30 {
		t.Errorf("%v, %d are kept", err, len(d.kept))
	}
	d.down = errors.New("no disk")
	if err := d.service().Send(t.Context(), newMessage(), humanSignals, shopAddress, "198.51.100.1"); !errors.Is(err,
		d.down) {
		t.Error(err)
	}
}
