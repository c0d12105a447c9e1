package drill_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/core/notice"
	"storefront/internal/shop/account"
	"storefront/internal/shop/mail"
	"storefront/internal/store/sqlstore"
)

// reusableLinks lacks the guard: a link stays valid after it is used.
type reusableLinks struct{ account.Store }

func (r reusableLinks) Do(ctx context.Context, work func(account.Tx) error) error {
	return r.Store.Do(ctx, func(tx account.Tx) error { return work(reusableTx{tx, r.Store}) })
}

// reusableTx reads links instead of taking them.
type reusableTx struct {
	account.Tx
	accounts account.Store
}

func (r reusableTx) TakeLink(ctx context.Context, purpose account.Purpose, hash string) (account.Link, error) {
	return r.accounts.Link(ctx, purpose, hash)
}

// shopServers is a shop with one or several servers on a database.
type shopServers struct {
	*shop
	urls []string
}

// openServers opens a shop with one server on SQLite, or three on PostgreSQL.
func (d database) openServers(t testing.TB, wrapAccounts func(account.Store) account.Store) shopServers {
	t.Helper()
	var out shopServers
	c := newClock()
	for len(out.urls) < 1 || d.DSN != "" && len(out.urls) < 3 {
		out.shop = d.open(t, shopOptions{clock: c, passwords: plainPasswords{}, wrapAccounts: wrapAccounts})
		out.urls = append(out.urls, out.serve(t))
	}
	return out
}

// resetPassword sets a new password with the token of a link, through one of the servers.
func (s shopServers) resetPassword(t testing.TB, i int, token string) apiResponse {
	t.Helper()
	return newBrowser(s.urls[i%len(s.urls)], drillsHost).send(t, http.MethodPut, "/account/password",
		api.PasswordInput{Token: token, Password: fmt.Sprint("the password of try ", i)})
}

// newUserWithLink creates a user and returns their number and the token of a reset link.
func (s shopServers) newUserWithLink(t testing.TB) (n int, token string) {
	t.Helper()
	n = int(lastNumber.Add(1))
	s.createUser(t, deployment, n)
	return n, s.newResetLink(t, n)
}

// newResetLink returns the token of a new reset link of a user.
func (s shopServers) newResetLink(t testing.TB, n int) string {
	t.Helper()
	token, known, err := s.accounts.ResetLink(t.Context(), deployment, emailOf(n))
	must(t, err)
	if !known {
		t.Fatal("there is no reset link for an existing user")
	}
	return token
}

// raceForLink uses one link many times at once. It returns how many uses succeeded, and how many were answered
// link_expired.
func (s shopServers) raceForLink(t testing.TB, times int) (won, expired int) {
	t.Helper()
	_, token := s.newUserWithLink(t)
	var mu sync.Mutex
	concurrently(times, func(i int) {
		r := s.resetPassword(t, i, token)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case r.status == http.StatusNoContent:
			won++
		case r.status == http.StatusGone && r.code == "link_expired":
			expired++
		default:
			t.Error(r)
		}
	})
	return won, expired
}

// tryInvalidLinks tries links that are used, replaced, expired, guessed or of another deployment. It returns how many
// it tried, and how many worked.
func (s shopServers) tryInvalidLinks(t *testing.T) (tried, worked int) {
	t.Helper()
	tryLink := func(token string) {
		t.Helper()
		tried++
		if r := s.resetPassword(t, tried, token); r.status != http.StatusGone || r.code != "link_expired" {
			worked++
			t.Error(r)
		}
	}
	n, token := s.newUserWithLink(t)
	if r := s.resetPassword(t, 0, token); r.status != http.StatusNoContent {
		t.Error(r)
	}
	tryLink(token)
	replaced, latest := s.newResetLink(t, n), s.newResetLink(t, n)
	tryLink(replaced)
	elsewhere := newBrowser(s.urls[0], sisterHost).send(t, http.MethodPut, "/account/password",
		api.PasswordInput{Token: latest, Password: password})
	if tried++; elsewhere.status != http.StatusGone {
		t.Error(elsewhere)
	}
	for _, guess := range []string{"", "x", latest[1:], strings.ToLower(latest), latest + "A",
		strings.Repeat("A", 43)} {
		tryLink(guess)
	}
	s.clock.advance(account.ResetLifetime)
	tryLink(latest)
	last := s.newResetLink(t, n)
	s.clock.advance(account.ResetLifetime - time.Microsecond)
	if r := s.resetPassword(t, 0, last); r.status != http.StatusNoContent {
		t.Errorf("a link that is about to expire: %v", r)
	}
	return tried, worked
}

// startMails starts the jobs that write the shop's mails into a folder, and returns the folder.
func (s shopServers) startMails(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	mailer := mail.New(mail.Config{
		OrderIn: s.OrderIn, NegotiationIn: s.NegotiationIn, DecideBy: s.DecisionDeadline,
		Retryable: s.CanPay,
		Users:     s.store.Accounts(), Accounts: s.accounts, Deployments: deployments, Transport: mail.Folder{Dir: dir},
		From: "drills@example.com", Log: discardLog,
	})
	must(t, s.store.Jobs().Start(t.Context(), sqlstore.Work{Settle: s.Settle,
		Send: map[notice.Channel]sqlstore.Send{notice.Mail: mailer.Send}}))
	return dir
}

var linkPattern = regexp.MustCompile(`https?://[^\s"<>]+`)

// linksIn returns all URLs in the mails to an address.
func linksIn(t testing.TB, dir, to string) (all []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.eml"))
	must(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		must(t, err)
		text := strings.NewReplacer("=\r\n", "", "=\n", "", "=3D", "=").Replace(string(data))
		if strings.Contains(text, "<"+to+">") {
			all = append(all, linkPattern.FindAllString(text, -1)...)
		}
	}
	return all
}

// forgedHosts are headers that an attacker sends so that the links in a mail to somebody else lead to the attacker's
// host.
var forgedHosts = [][]string{
	{"X-Forwarded-Host", "evil.test"},
	{"Forwarded", "host=evil.test;proto=https"},
	{"X-Host", "evil.test", "X-Original-Host", "evil.test", "X-Forwarded-Server", "evil.test"},
	{"Referer", "https://evil.test/"},
	{"X-Original-URL", "https://evil.test/", "X-Rewrite-URL", "https://evil.test/"},
	{"Host", drillsHost + ":666"},
	{"Host", "127.0.0.1:666"},
	{"Host", "localhost"},
	{"Host", "evil.test"},
	{"Host", drillsHost + ".evil.test"},
	{"Host", "evil.test:443"},
}

// forgeHosts requests mails with forged host headers. It returns the number of requests and of refusals, and the number
// of links in the mails by host.
func (s shopServers) forgeHosts(t *testing.T, dir string) (requests, refused int, hosts map[string]int) {
	t.Helper()
	var awaited []string
	for _, header := range forgedHosts {
		n := int(lastNumber.Add(1))
		s.createUser(t, deployment, n)
		newcomer := fmt.Sprintf("newcomer%d@example.com", n)
		b := newBrowser(s.urls[0], drillsHost)
		for to, r := range map[string]apiResponse{
			emailOf(n): b.send(t, http.MethodPost, "/account/password-reset", api.AddressInput{Email: emailOf(n)},
				header...),
			newcomer: b.send(t, http.MethodPost, "/account", api.SignUpInput{
				FirstName: "A", LastName: "B", Email: newcomer, Password: password,
			}, header...),
		} {
			requests++
			switch r.status {
			case http.StatusAccepted:
				awaited = append(awaited, to)
			case http.StatusMisdirectedRequest:
				refused++
			default:
				t.Errorf("%v: %v", header, r)
			}
		}
	}
	hosts = map[string]int{}
	for _, to := range awaited {
		for _, link := range s.mailsTo(t, dir, to) {
			hosts[link.Scheme+"://"+link.Host]++
		}
	}
	return requests, refused, hosts
}

// mailsTo waits for a mail to an address and returns the links in it.
func (s shopServers) mailsTo(t *testing.T, dir, to string) (all []*url.URL) {
	t.Helper()
	var found []string
	_, remaining := eventually(20*time.Second, func() []string {
		if found = linksIn(t, dir, to); len(found) == 0 {
			return []string{"no mail to " + to}
		}
		return nil
	})
	if len(remaining) > 0 {
		t.Fatal(remaining)
	}
	for _, link := range found {
		u, err := url.Parse(link)
		must(t, err)
		all = append(all, u)
	}
	return all
}

// checkMailedLink requests a mail for a forgotten password, and uses its link.
func (s shopServers) checkMailedLink(t *testing.T, dir string) {
	t.Helper()
	n := int(lastNumber.Add(1))
	s.createUser(t, deployment, n)
	b := newBrowser(s.urls[0], drillsHost)
	b.send(t, http.MethodPost, "/account/password-reset", api.AddressInput{Email: emailOf(n)})
	token := ""
	for _, link := range s.mailsTo(t, dir, emailOf(n)) {
		token = cmp.Or(token, link.Query().Get("token"))
	}
	if r := s.resetPassword(t, 0, token); r.status != http.StatusNoContent {
		t.Errorf("the link in the mail: %v", r)
	}
	if r := b.signIn(t, emailOf(n), "the password of try 0"); r.status != http.StatusOK {
		t.Error(r)
	}
}

func TestAResetLinkWorksOnce(t *testing.T) {
	rounds, times := sized(3, 50), 20
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d := newDatabase(t)
		servers := d.openServers(t, nil)
		won, expired := 0, 0
		for range rounds {
			used, late := servers.raceForLink(t, times)
			won, expired = won+used, expired+late
		}
		if won != rounds || expired != rounds*(times-1) {
			t.Errorf("of %d uses of %d links %d worked and %d were answered link_expired", rounds*times, rounds, won,
				expired)
		}
		tried, worked := servers.tryInvalidLinks(t)
		folder := servers.startMails(t)
		servers.checkMailedLink(t, folder)
		requests, refused, hosts := servers.forgeHosts(t, folder)
		if want := "https://" + drillsHost; len(hosts) != 1 || hosts[want] < requests-refused || refused == 0 ||
			refused == requests {
			t.Errorf("of %d requests %d were refused; the links in the mails lead to %v", requests, refused, hosts)
		}

		unguardedServers := newDatabase(t).openServers(t,
			func(s account.Store) account.Store { return reusableLinks{s} })
		unguarded, _ := unguardedServers.raceForLink(t, times)
		if unguarded < 2 {
			t.Error("reusable links work once only too")
		}
		printRow(20, "reset links on %s, %d server(s): %d links used %d times at once each: %d uses worked, %d were "+
			"answered link_expired; control (links stay valid): %d of %d; %d used, replaced, expired, guessed or of "+
			"another deployment: %d worked; %d requests with forged hosts: %d refused, every link in the mails leads "+
			"to %s", d, len(servers.urls), rounds, times, won, expired, unguarded, times, tried, worked, requests,
			refused, strings.Join(slices.Sorted(maps.Keys(hosts)), " "))
	})
}
