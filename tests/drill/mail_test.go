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

// mailShop is a shop that writes to its buyers over a mail server.
type mailShop struct {
	*shop
	url    string
	server *mailtest.Server
	byJobs bool

	mu      sync.Mutex
	orders  map[string]string // references by the buyer's address
	usual   time.Duration     // of a visitor's requests the slowest, while mails go out
	slowest time.Duration     // and while they do not

	failures int // of the mail that has failed most
}

// mailServerTimeout bounds how long a mail server may delay a job; a mail that takes longer on a busy machine would be
// sent twice.
const mailServerTimeout = 8 * time.Second

// openMailShop sends mails by jobs, or without them in whatever request has caused them.
func openMailShop(t *testing.T, d database, byJobs bool) *mailShop {
	t.Helper()
	p := &mailShop{server: mailtest.New(t), byJobs: byJobs, orders: map[string]string{}}
	direct := &directSender{}
	made := shopParts{clock: newRealClock()}
	if !byJobs {
		made.store = func(s booking.Store) booking.Store {
			direct.Store = s
			return direct
		}
	}
	p.shop = d.open(t, made)
	transport, err := mail.NewSMTP(mail.SMTPConfig{Host: "127.0.0.1", Port: p.server.Port(), TLS: mail.NoTLS,
		Timeout: mailServerTimeout})
	must(t, err)
	key, err := ticket.NewKey(keySecret)
	must(t, err)
	mailer := mail.New(mail.Config{
		Orders: p.kept.Read(), Deployments: webroot.Open(writeTestBuilds(t), discardLog).Deployments, Tickets: key,
		Transport: transport,
		OrderLink: func(o *booking.Order) string { return o.ID }, ConfirmBy: p.ConfirmationDeadline,
		DecideBy:  p.DecisionDeadline,
		Retryable: p.CanPay,
		OrderIn:   p.OrderIn, NegotiationIn: p.NegotiationIn, Log: discardLog,
	})
	direct.tell = mailer.Send
	must(t, p.kept.Jobs().Start(t.Context(), sqlstore.Work{
		Settle: p.Settle, Send: map[notice.Channel]sqlstore.Send{notice.Mail: mailer.Send},
	}))
	p.url = p.serve(t)
	return p
}

// directSender lacks the guard: the process that serves a visitor sends the notices itself, after the transaction.
type directSender struct {
	booking.Store
	tell func(context.Context, notice.Notice) error
}

func (d *directSender) Do(ctx context.Context, work func(booking.Tx) error) error {
	var due []notice.Notice
	err := d.Store.Do(ctx, func(tx booking.Tx) error {
		due = nil
		return work(noticeRecorder{tx, &due})
	})
	for _, n := range due {
		if err == nil {
			_ = d.tell(ctx, n) // the order is committed, so the failure cannot be reported
		}
	}
	return err
}

type noticeRecorder struct {
	booking.Tx
	due *[]notice.Notice
}

func (k noticeRecorder) NotifyLater(_ context.Context, notices ...notice.Notice) error {
	for _, n := range notices {
		n.ID = fmt.Sprint("notice-", lastNumber.Add(1))
		*k.due = append(*k.due, n)
	}
	return nil
}

// buy has visitor i buy a seat and wait for its confirmation.
func (p *mailShop) buy(ctx context.Context, i int) error {
	v := newVisitor(p.url, i)
	send := func(request func() answer) (answer, error) {
		began := time.Now()
		a := request()
		p.mu.Lock()
		p.slowest = max(p.slowest, time.Since(began))
		p.mu.Unlock()
		if a.err == nil && a.status >= 400 {
			a.err = errors.New(a.code)
		}
		return a, a.err
	}
	if _, err := send(func() answer {
		return v.add(ctx,
			choiceOfSeats(time.Now(), instant, wide, i%48, 1))
	}); err != nil {
		return fmt.Errorf("add: %w", err)
	}
	ordered, err := send(func() answer { return v.checkout(ctx, rand.Text(), seatPrice) })
	if err != nil {
		return fmt.Errorf("check out: %w", err)
	}
	kept, err := p.kept.Read().Order(ctx, ordered.order.Id)
	if err != nil {
		return err
	}
	if _, err := p.bank.Pay(ctx, kept.Payment.SessionID, sandbox.CardSuccess); err != nil {
		return err
	}
	for range 20 {
		a, err := send(func() answer { return v.order(ctx, kept.ID) })
		if err != nil {
			return fmt.Errorf("see the order: %w", err)
		}
		if a.order.Result == booking.Success {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.orders[kept.Buyer.Email] = kept.Reference
			return nil
		}
	}
	return errors.New("the order is not confirmed")
}

// outages are what becomes of the mail server, one after the other.
var outages = []mailtest.Behaviour{mailtest.RefuseConnections, mailtest.Silent, mailtest.StallAfterData,
	mailtest.RejectTemporarily, mailtest.DiskFull}

// runOutages has buyers order while the server works, then while it fails in every way, and then restores it.
func (p *mailShop) runOutages(t *testing.T, buyers int) (failures []error) {
	t.Helper()
	crowd := func(k int) error {
		failed := make([]error, buyers)
		concurrently(buyers, func(i int) { failed[i] = p.buy(t.Context(), k*buyers+i) })
		return errors.Join(failed...)
	}
	must(t, crowd(0))
	p.usual, p.slowest = p.slowest, 0
	_, left := eventually(maxDelivery, p.all)
	if len(left) > 0 {
		t.Error(left)
	}
	for k, outage := range outages {
		must(t, p.server.SetBehaviour(outage))
		if err := crowd(k + 1); err != nil {
			failures = append(failures, fmt.Errorf("while the server %s: %w", outage, err))
		}
		p.waitForFailures(t, (k+1)*buyers)
		if n := len(p.mailsToBuyers()); n > buyers {
			t.Errorf("%d mails were accepted before the server came back", n-buyers)
		}
	}
	must(t, p.server.SetBehaviour(mailtest.Accept))
	return failures
}

// waitForFailures waits until a mail of every order has failed, so that no outage ends unnoticed.
func (p *mailShop) waitForFailures(t *testing.T, orders int) {
	t.Helper()
	if !p.byJobs {
		return
	}
	_, left := eventually(maxDelivery, func() []string {
		jobs, err := p.kept.Jobs().List(t.Context(), sqlstore.JobFilter{Kind: "tell", Limit: 10_000})
		must(t, err)
		failed := 0
		for _, j := range jobs {
			if strings.Contains(string(j.Args), string(notice.ShopOrderConfirmed)) {
				continue
			}
			p.failures = max(p.failures, len(j.Failures))
			failed += min(len(j.Failures), 1)
		}
		if failed < orders {
			return []string{fmt.Sprintf("%d of %d mails have failed", failed, orders)}
		}
		return nil
	})
	if len(left) > 0 {
		t.Error(left)
	}
}

// mailsToBuyers are the mails that the server has accepted but for those to the shop, which hears of every booking.
func (p *mailShop) mailsToBuyers() []*netmail.Message {
	return slices.DeleteFunc(slices.Clone(p.server.Accepted()), func(m *netmail.Message) bool {
		return strings.HasPrefix(m.Header.Get("To"), "<shop@")
	})
}

// compareMails compares what the server has accepted with what was ordered.
func (p *mailShop) compareMails() (missing, doubled, foreign int) {
	byID, byBuyer := map[string]int{}, map[string]int{}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.mailsToBuyers() {
		to := strings.Trim(m.Header.Get("To"), "<>")
		if reference := p.orders[to]; reference == "" || !strings.Contains(m.Header.Get("Subject"), reference) {
			foreign++
		}
		byID[m.Header.Get("Message-Id")]++
		byBuyer[to]++
	}
	for _, n := range byID {
		doubled += n - 1
	}
	for buyer := range p.orders {
		switch n := byBuyer[buyer]; {
		case n == 0:
			missing++
		case n > 1:
			doubled += n - 1
		}
	}
	return missing, doubled, foreign
}

func (p *mailShop) all() []string {
	if missing, _, _ := p.compareMails(); missing > 0 {
		return []string{fmt.Sprint(missing, " buyers have no mail")}
	}
	return nil
}

// maxDelivery bounds the time in which all mails are delivered after the outages. It exceeds the delay before a failed
// job is tried again.
const maxDelivery = 6 * time.Minute

func TestAMailServerThatIsDownDelaysNoRequest(t *testing.T) {
	t.Parallel() // it mostly waits
	onEach(t, func(t *testing.T, fresh func(testing.TB) database) {
		d := fresh(t)
		p := openMailShop(t, d, true)
		buyers := sized(3, 40)
		if d.DSN != "" {
			buyers = sized(2, 15)
		}
		for _, err := range p.runOutages(t, buyers) {
			t.Error(err)
		}
		took, left := eventually(maxDelivery, p.all)
		if len(left) > 0 {
			t.Error(left)
		}
		time.Sleep(3 * time.Second) // a duplicate would arrive now
		missing, doubled, foreign := p.compareMails()
		if missing > 0 || doubled > 0 || foreign > 0 {
			t.Errorf("%d mails are missing, %d came twice, %d to unexpected addresses", missing, doubled, foreign)
		}
		if n := p.givenUp(t); n > 0 {
			t.Errorf("%d mails were given up", n)
		}

		weak := openMailShop(t, fresh(t), false)
		refused := weak.runOutages(t, 2)
		time.Sleep(3 * time.Second) // a late mail would arrive now
		lost, _, _ := weak.compareMails()
		if lost == 0 {
			t.Error("mails that no job sends are not lost: the drill could not fail")
		}
		printRow(11, "on %s: the mail server refused, was mute, stalled, answered 451 and 452 in turn; %d "+
			"checkouts, all confirmed, "+
			"the slowest request %v (%v with the server well); one mail failed %d times; back again, %d of %d "+
			"mails accepted, %d twice, the last after %v; "+
			"control (mails sent in the request) lost %d of %d, the slowest request %v, %d failed",
			d, len(p.orders), p.slowest.Round(time.Millisecond), p.usual.Round(time.Millisecond), p.failures,
			len(p.orders)-missing, len(p.orders), doubled, took.Round(100*time.Millisecond),
			lost, len(weak.orders), weak.slowest.Round(time.Millisecond), len(refused))
	})
}

// The program puts all of this together as it is configured: by default mails are files.
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
	server := apiProcess(t, d, freeAddr(t))
	v := newVisitor(server.url, 7)
	if a := v.add(t.Context(), choiceOfSeats(time.Now(), instant, wide, 0, 1)); a.err != nil ||
		a.status != http.StatusOK {
		t.Fatal(a)
	}
	ordered := v.checkout(t.Context(), rand.Text(), seatPrice)
	if ordered.err != nil || ordered.order.Payment.Url == "" {
		t.Fatal(ordered)
	}
	must(t, pay(t.Context(), ordered.order.Payment.Url, sandbox.CardSuccess))
	must(t, v.order(t.Context(), ordered.order.Id).err)
	var list []mail.FolderMail
	_, left := eventually(time.Minute, func() (left []string) {
		var err error
		if list, err = mail.List(filepath.Join(d.Data, "mail")); err != nil || len(list) < 2 || len(messages) == 0 {
			return []string{fmt.Sprintf("%d mails, %d messages, %v", len(list), len(messages), err)}
		}
		return nil
	})
	if len(left) > 0 {
		t.Fatal(left, server.stderr())
	}
	list = slices.DeleteFunc(list, func(m mail.FolderMail) bool { return strings.HasPrefix(m.To, "shop@") })
	if len(list) != 1 || list[0].To != buyer(7).Email || list[0].Subject != "Drills: booking "+ordered.order.Reference+
		" is confirmed" {
		t.Errorf("the mails are %+v", list)
	}
	m := <-messages
	if m.Kind != notice.OrderConfirmed || m.Order.Reference != ordered.order.Reference ||
		m.Link != "http://drills.localhost:8080/invoices/"+ordered.order.Id {
		t.Errorf("the message is %+v", m)
	}
}

func (p *mailShop) givenUp(t *testing.T) int {
	t.Helper()
	jobs, err := p.kept.Jobs().List(t.Context(), sqlstore.JobFilter{State: sqlstore.JobFailed})
	must(t, err)
	return len(jobs)
}
