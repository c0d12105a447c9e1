package drill_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	netmail "net/mail"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/notice"
	"storefront/internal/serve/webroot"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/ticket"
	"storefront/internal/shop/mail"
	"storefront/internal/shop/mail/mailtest"
	"storefront/internal/shop/payment/sandbox"
	"storefront/internal/store/sqlstore"
)

// mailShop is a shop that sends mails to its buyers through a mail server.
type mailShop struct {
	*shop
	url      string
	server   *mailtest.Server
	usesJobs bool

	mu             sync.Mutex
	orders         map[string]string // order references by the buyer's email address
	slowestWorking time.Duration     // the slowest request while the mail server worked
	slowest        time.Duration     // the slowest request since then

	maxFailures int // failed attempts of the mail with the most
}

// mailServerTimeout bounds how long a job waits for the mail server. It is long enough for a busy machine, because a
// mail that the server accepts after the timeout is sent again.
const mailServerTimeout = 8 * time.Second

// openMailShop opens a shop that sends mails by jobs, or, in the control, within the request that causes them.
func openMailShop(t *testing.T, d database, useJobs bool) *mailShop {
	t.Helper()
	s := &mailShop{server: mailtest.New(t), usesJobs: useJobs, orders: map[string]string{}}
	direct := &directSender{}
	options := shopOptions{clock: newRealClock()}
	if !useJobs {
		options.wrapStore = func(s booking.Store) booking.Store {
			direct.Store = s
			return direct
		}
	}
	s.shop = d.open(t, options)
	transport, err := mail.NewSMTP(mail.SMTPConfig{Host: "127.0.0.1", Port: s.server.Port(), TLS: mail.NoTLS,
		Timeout: mailServerTimeout})
	must(t, err)
	key, err := ticket.NewKey(keySecret)
	must(t, err)
	mailer := mail.New(mail.Config{
		Orders: s.store.Read(), Deployments: webroot.Open(writeTestBuilds(t), discardLog).Deployments, Tickets: key,
		Transport: transport,
		OrderLink: func(o *booking.Order) string { return o.ID }, ConfirmBy: s.ConfirmationDeadline,
		DecideBy:  s.DecisionDeadline,
		Retryable: s.CanPay,
		OrderIn:   s.OrderIn, NegotiationIn: s.NegotiationIn, Log: discardLog,
	})
	direct.send = mailer.Send
	must(t, s.store.Jobs().Start(t.Context(), sqlstore.Work{
		Settle: s.Settle, Send: map[notice.Channel]sqlstore.Send{notice.Mail: mailer.Send},
	}))
	s.url = s.serve(t)
	return s
}

// directSender lacks the guard: it sends notices itself right after the transaction, instead of scheduling jobs.
type directSender struct {
	booking.Store
	send func(context.Context, notice.Notice) error
}

func (d *directSender) Do(ctx context.Context, work func(booking.Tx) error) error {
	var due []notice.Notice
	err := d.Store.Do(ctx, func(tx booking.Tx) error {
		due = nil
		return work(noticeRecorder{tx, &due})
	})
	for _, n := range due {
		if err == nil {
			_ = d.send(ctx, n) // the order is committed, so the failure cannot be reported
		}
	}
	return err
}

// noticeRecorder records the notices of a transaction.
type noticeRecorder struct {
	booking.Tx
	due *[]notice.Notice
}

func (r noticeRecorder) NotifyLater(_ context.Context, notices ...notice.Notice) error {
	for _, n := range notices {
		n.ID = fmt.Sprint("notice-", lastNumber.Add(1))
		*r.due = append(*r.due, n)
	}
	return nil
}

// buy has visitor i order and pay for a seat, and wait until the order is confirmed.
func (s *mailShop) buy(ctx context.Context, i int) error {
	v := newVisitor(s.url, i)
	send := func(request func() orderResponse) (orderResponse, error) {
		began := time.Now()
		a := request()
		s.mu.Lock()
		s.slowest = max(s.slowest, time.Since(began))
		s.mu.Unlock()
		if a.err == nil && a.status >= 400 {
			a.err = errors.New(a.code)
		}
		return a, a.err
	}
	if _, err := send(func() orderResponse {
		return v.add(ctx,
			choiceOfSeats(time.Now(), instant, wide, i%48, 1))
	}); err != nil {
		return fmt.Errorf("add to cart: %w", err)
	}
	ordered, err := send(func() orderResponse { return v.checkout(ctx, rand.Text(), seatPrice) })
	if err != nil {
		return fmt.Errorf("checkout: %w", err)
	}
	order, err := s.store.Read().Order(ctx, ordered.order.Id)
	if err != nil {
		return err
	}
	if _, err := s.sandbox.Pay(ctx, order.Payment.SessionID, sandbox.CardSuccess); err != nil {
		return err
	}
	for range 20 {
		a, err := send(func() orderResponse { return v.order(ctx, order.ID) })
		if err != nil {
			return fmt.Errorf("fetch the order: %w", err)
		}
		if a.order.Result == booking.Success {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.orders[order.Buyer.Email] = order.Reference
			return nil
		}
	}
	return errors.New("the order is not confirmed")
}

// mailOutages are the failures of the mail server, one after the other.
var mailOutages = []mailtest.Behaviour{mailtest.RefuseConnections, mailtest.Silent, mailtest.StallAfterData,
	mailtest.RejectTemporarily, mailtest.DiskFull}

// runOutages has buyers order while the mail server works and during each of mailOutages, and then restores the server.
// It returns the errors that buyers got during the outages.
func (s *mailShop) runOutages(t *testing.T, buyers int) (failures []error) {
	t.Helper()
	buyAll := func(k int) error {
		errs := make([]error, buyers)
		concurrently(buyers, func(i int) { errs[i] = s.buy(t.Context(), k*buyers+i) })
		return errors.Join(errs...)
	}
	must(t, buyAll(0))
	s.slowestWorking, s.slowest = s.slowest, 0
	_, remaining := eventually(maxDelivery, s.missingMails)
	if len(remaining) > 0 {
		t.Error(remaining)
	}
	for k, outage := range mailOutages {
		must(t, s.server.SetBehaviour(outage))
		if err := buyAll(k + 1); err != nil {
			failures = append(failures, fmt.Errorf("while the mail server %s: %w", outage, err))
		}
		s.waitForFailures(t, (k+1)*buyers)
		if n := len(s.mailsToBuyers()); n > buyers {
			t.Errorf("the server accepted %d mails during an outage", n-buyers)
		}
	}
	must(t, s.server.SetBehaviour(mailtest.Accept))
	return failures
}

// waitForFailures waits until a mail of every order has failed, so that each outage lasts until it had an effect.
func (s *mailShop) waitForFailures(t *testing.T, orders int) {
	t.Helper()
	if !s.usesJobs {
		return
	}
	_, remaining := eventually(maxDelivery, func() []string {
		jobs, err := s.store.Jobs().List(t.Context(), sqlstore.JobFilter{Kind: "tell", Limit: 10_000})
		must(t, err)
		failed := 0
		for _, j := range jobs {
			if strings.Contains(string(j.Args), string(notice.ShopOrderConfirmed)) {
				continue
			}
			s.maxFailures = max(s.maxFailures, len(j.Failures))
			failed += min(len(j.Failures), 1)
		}
		if failed < orders {
			return []string{fmt.Sprintf("%d of %d mails have failed", failed, orders)}
		}
		return nil
	})
	if len(remaining) > 0 {
		t.Error(remaining)
	}
}

// mailsToBuyers returns the mails that the server has accepted, without those that notify the shop of each booking.
func (s *mailShop) mailsToBuyers() []*netmail.Message {
	return slices.DeleteFunc(slices.Clone(s.server.Accepted()), func(m *netmail.Message) bool {
		return strings.HasPrefix(m.Header.Get("To"), "<shop@")
	})
}

// compareMails compares the accepted mails with the orders. It returns how many buyers have no mail, and how many mails
// were repeated or match no order.
func (s *mailShop) compareMails() (missing, doubled, foreign int) {
	byID, byBuyer := map[string]int{}, map[string]int{}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.mailsToBuyers() {
		to := strings.Trim(m.Header.Get("To"), "<>")
		if reference := s.orders[to]; reference == "" || !strings.Contains(m.Header.Get("Subject"), reference) {
			foreign++
		}
		byID[m.Header.Get("Message-Id")]++
		byBuyer[to]++
	}
	for _, n := range byID {
		doubled += n - 1
	}
	for buyer := range s.orders {
		switch n := byBuyer[buyer]; {
		case n == 0:
			missing++
		case n > 1:
			doubled += n - 1
		}
	}
	return missing, doubled, foreign
}

// missingMails returns a problem if buyers have no mail.
func (s *mailShop) missingMails() []string {
	if missing, _, _ := s.compareMails(); missing > 0 {
		return []string{fmt.Sprint(missing, " buyers have no mail")}
	}
	return nil
}

// maxDelivery bounds the time until all mails are delivered after the outages. It exceeds the delay before a failed job
// is retried.
const maxDelivery = 6 * time.Minute

func TestAMailServerThatIsDownDelaysNoRequest(t *testing.T) {
	t.Parallel() // it mostly waits
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d := newDatabase(t)
		s := openMailShop(t, d, true)
		buyers := sized(3, 40)
		if d.DSN != "" {
			buyers = sized(2, 15)
		}
		for _, err := range s.runOutages(t, buyers) {
			t.Error(err)
		}
		took, remaining := eventually(maxDelivery, s.missingMails)
		if len(remaining) > 0 {
			t.Error(remaining)
		}
		time.Sleep(3 * time.Second) // a duplicate would arrive now
		missing, doubled, foreign := s.compareMails()
		if missing > 0 || doubled > 0 || foreign > 0 {
			t.Errorf("%d buyers have no mail, %d mails were repeated, %d match no order", missing, doubled, foreign)
		}
		if n := s.countAbandoned(t); n > 0 {
			t.Errorf("%d mails were abandoned", n)
		}

		unguarded := openMailShop(t, newDatabase(t), false)
		refused := unguarded.runOutages(t, 2)
		time.Sleep(3 * time.Second) // a late mail would arrive now
		lost, _, _ := unguarded.compareMails()
		if lost == 0 {
			t.Error("without jobs no mail was lost either")
		}
		printRow(11, "on %s: the mail server refused, hung, stalled, answered 451 and 452 in turn; %d checkouts, all "+
			"confirmed, the slowest request %v (%v while the server worked); one mail failed %d times; after the "+
			"outages %d of %d mails accepted, %d repeated, the last after %v; control (mails sent in the request): "+
			"lost %d of %d, the slowest request %v, %d outages with failed requests", d, len(s.orders),
			s.slowest.Round(time.Millisecond), s.slowestWorking.Round(time.Millisecond), s.maxFailures,
			len(s.orders)-missing, len(s.orders), doubled, took.Round(100*time.Millisecond), lost,
			len(unguarded.orders), unguarded.slowest.Round(time.Millisecond), len(refused))
	})
}

// TestTheProgramSendsMailsAndWebhookMessages runs api serve as operators configure it. By default it writes mails as
// files.
func TestTheProgramSendsMailsAndWebhookMessages(t *testing.T) {
	messages := make(chan mail.Message, 100)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var m mail.Message
		if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
			t.Error(err)
		}
		messages <- m
	}))
	t.Cleanup(receiver.Close)
	t.Setenv("MESSAGING_URL", receiver.URL)
	t.Setenv("MESSAGING_SECRET", strings.Repeat("drill", 8))
	t.Setenv("ORIGIN", "http://{deployment}.localhost:8080")
	d := onSQLite(t)
	server := startAPI(t, d, freeAddr(t))
	v := newVisitor(server.url, 7)
	if a := v.add(t.Context(), choiceOfSeats(time.Now(), instant, wide, 0, 1)); a.err != nil ||
		a.status != http.StatusOK {
		t.Fatal(a)
	}
	ordered := v.checkout(t.Context(), rand.Text(), seatPrice)
	if ordered.err != nil || ordered.order.Payment.Url == "" {
		t.Fatal(ordered)
	}
	must(t, payOnPage(t.Context(), ordered.order.Payment.Url, sandbox.CardSuccess))
	must(t, v.order(t.Context(), ordered.order.Id).err)
	var list []mail.FolderMail
	_, remaining := eventually(time.Minute, func() (remaining []string) {
		var err error
		if list, err = mail.List(filepath.Join(d.Data, "mail")); err != nil || len(list) < 2 || len(messages) == 0 {
			return []string{fmt.Sprintf("%d mails, %d messages, %v", len(list), len(messages), err)}
		}
		return nil
	})
	if len(remaining) > 0 {
		t.Fatal(remaining, server.stderr())
	}
	list = slices.DeleteFunc(list, func(m mail.FolderMail) bool { return strings.HasPrefix(m.To, "shop@") })
	if len(list) != 1 || list[0].To != buyer(7).Email || list[0].Subject != "Drills: booking "+ordered.order.Reference+
		" is confirmed" {
		t.Errorf("unexpected mails: %+v", list)
	}
	m := <-messages
	if m.Kind != notice.OrderConfirmed || m.Order.Reference != ordered.order.Reference ||
		m.Link != "http://drills.localhost:8080/invoices/"+ordered.order.Id {
		t.Errorf("unexpected message: %+v", m)
	}
}

// countAbandoned returns how many jobs have failed for good.
func (s *mailShop) countAbandoned(t *testing.T) int {
	t.Helper()
	jobs, err := s.store.Jobs().List(t.Context(), sqlstore.JobFilter{State: sqlstore.JobFailed})
	must(t, err)
	return len(jobs)
}
