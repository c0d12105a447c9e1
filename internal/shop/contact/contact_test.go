package contact_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/contact"
)

var now = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// desk keeps what it is given, and who is to be told of it.
type desk struct {
	contact.Store
	kept []contact.Message
	told []notice.Notice
	down error
}

func (d *desk) InsertMessage(_ context.Context, m contact.Message, tell ...notice.Notice) error {
	if d.down != nil {
		return d.down
	}
	d.kept, d.told = append(d.kept, m), append(d.told, tell...)
	return nil
}

func (d *desk) service() *contact.Service {
	return contact.New(contact.Config{Store: d, Now: func() time.Time { return now }})
}

var (
	byHand  = contact.Filling{Took: 40 * time.Second}
	mayTell = func(string) (bool, error) { return true, nil }
)

func letter() contact.Message {
	return contact.Message{
		Deployment: "wayfare", Language: "ar", Name: " ليلى ", Email: " layla@example.com ", Topic: contact.OnBooking, Order: " K7M3Q9XW ",
		Text: "  Is it cold at night?\n",
	}
}

func TestAMessageIsKeptAndBothSidesAreTold(t *testing.T) {
	d := &desk{}
	if err := d.service().Send(t.Context(), letter(), byHand, "hello@wayfare.example", mayTell); err != nil {
		t.Fatal(err)
	}
	got := d.kept[0]
	want := contact.Message{
		ID: got.ID, Deployment: "wayfare", Language: "ar", Name: "ليلى", Email: "layla@example.com", Topic: contact.OnBooking,
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

func TestAMessageOfWhomNobodyMayTellStillReachesTheShop(t *testing.T) {
	d := &desk{}
	err := d.service().Send(t.Context(), letter(), byHand, "hello@wayfare.example", func(string) (bool, error) { return false, nil })
	if err != nil || len(d.kept) != 1 || len(d.told) != 1 || d.told[0].Kind != notice.ContactMessage {
		t.Errorf("%v, %+v", err, d.told)
	}
}

func TestOnlyWhatCanBeTakenIsTaken(t *testing.T) {
	for what, c := range map[string]struct {
		spoil func(*contact.Message)
		field string
		code  fault.FieldCode
	}{
		"no name":               {func(m *contact.Message) { m.Name = " " }, "name", fault.Required},
		"a long name":           {func(m *contact.Message) { m.Name = strings.Repeat("ل", 201) }, "name", fault.Max},
		"no address":            {func(m *contact.Message) { m.Email = "" }, "email", fault.Required},
		"half an address":       {func(m *contact.Message) { m.Email = "layla@example" }, "email", fault.Format},
		"a header in it":        {func(m *contact.Message) { m.Email = "layla@example.com\r\nBcc: b@example.com" }, "email", fault.Format},
		"nothing said":          {func(m *contact.Message) { m.Text = "\n\t " }, "text", fault.Required},
		"a book":                {func(m *contact.Message) { m.Text = strings.Repeat("x", 4001) }, "text", fault.Max},
		"a topic of one’s own":  {func(m *contact.Message) { m.Topic = "watches" }, "topic", fault.Unknown},
		"a reference too long":  {func(m *contact.Message) { m.Order = strings.Repeat("K", 21) }, "order", fault.Max},
		"the longest of texts":  {func(m *contact.Message) { m.Text = strings.Repeat("ل", 4000) }, "", ""},
		"no topic and no order": {func(m *contact.Message) { m.Topic, m.Order = "", "" }, "", ""},
	} {
		t.Run(what, func(t *testing.T) {
			d := &desk{}
			m := letter()
			c.spoil(&m)
			asked := 0
			err := d.service().Send(t.Context(), m, byHand, "hello@wayfare.example", func(string) (bool, error) { asked++; return true, nil })
			if c.field == "" {
				if err != nil || len(d.kept) != 1 {
					t.Error(err)
				}
				return
			}
			if e := fault.Of(err); e.Code != fault.Invalid || !slices.Equal(e.Fields, []fault.Field{{Name: c.field, Code: c.code}}) {
				t.Errorf("%+v", e)
			}
			if asked+len(d.kept)+len(d.told) > 0 {
				t.Error("it counts, is kept or told of all the same")
			}
		})
	}
}

func TestWhatRobotsFillInIsKeptApartAndToldToNobody(t *testing.T) {
	for what, c := range map[string]struct {
		how     contact.Filling
		suspect bool
	}{
		"a person":                     {byHand, false},
		"a person in a hurry":          {contact.Filling{Took: 3 * time.Second}, false},
		"who never saw the form":       {contact.Filling{}, true},
		"who was there for a moment":   {contact.Filling{Took: 2999 * time.Millisecond}, true},
		"who fills in what nobody can": {contact.Filling{Took: time.Minute, Hidden: "https://cheap.example"}, true},
	} {
		t.Run(what, func(t *testing.T) {
			d := &desk{}
			asked := 0
			err := d.service().Send(t.Context(), letter(), c.how, "hello@wayfare.example", func(string) (bool, error) { asked++; return true, nil })
			if err != nil || len(d.kept) != 1 || d.kept[0].Suspect != c.suspect || (len(d.told) == 0) != c.suspect {
				t.Errorf("%v, %+v, told %+v", err, d.kept, d.told)
			}
			if asked != 1 {
				t.Error("the limits do not hold for it")
			}
		})
	}
}

func TestWhoWritesTooMuchAndADeskThatIsDownAreErrors(t *testing.T) {
	d := &desk{}
	tooMany := fault.New(fault.TooManyTries, "There were too many tries.")
	err := d.service().Send(t.Context(), letter(), byHand, "hello@wayfare.example", func(string) (bool, error) { return false, tooMany })
	if !errors.Is(err, tooMany) || len(d.kept) > 0 {
		t.Errorf("%v, %+v", err, d.kept)
	}
	d.down = errors.New("no disk")
	if err := d.service().Send(t.Context(), letter(), byHand, "hello@wayfare.example", mayTell); !errors.Is(err, d.down) {
		t.Error(err)
	}
}
