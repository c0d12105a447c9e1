package drill_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/shop/account"
	"storefront/internal/shop/limit"
)

// uncountedTries lacks the guard: it counts every try as the first.
type uncountedTries struct{}

func (uncountedTries) Do(_ context.Context, work func(limit.Tx) error) error {
	return work(uncountedTries{})
}

func (uncountedTries) CountTry(_ context.Context, _ string, now time.Time, window time.Duration) (limit.Tries, error) {
	return limit.Tries{Count: 1, Until: now.Add(window)}, nil
}

// unhashedPasswords lacks the guard: it hashes nothing for an address without an account.
type unhashedPasswords struct{ account.Passwords }

func (h unhashedPasswords) Matches(ctx context.Context, password, hash string) (ok, old bool, err error) {
	if hash == "" {
		return false, false, nil
	}
	return h.Passwords.Matches(ctx, password, hash)
}

// guessResult counts the responses to passwords tried on one account.
type guessResult struct {
	tried, compared, refused int // compared: compared with the hash; refused: refused without comparing
	hashed                   int64
	other                    []string
}

// guessPasswords tries passwords from one network on several servers at once. The last one is the right password.
func guessPasswords(t *testing.T, h *hashCounter, servers []string, n, tries int) (g guessResult) {
	t.Helper()
	var mu sync.Mutex
	attacker := newBrowser(servers[0], drillsHost)
	before := h.done.Load()
	try := func(i int, password string) {
		b := &browser{base: servers[i%len(servers)], host: drillsHost, network: attacker.network,
			cookies: map[string]string{}}
		r := b.signIn(t, emailOf(n), password)
		mu.Lock()
		defer mu.Unlock()
		g.tried++
		switch {
		case r.status == http.StatusForbidden && r.code == "wrong_password":
			g.compared++
		case r.status == http.StatusTooManyRequests && r.code == "too_many_tries" && r.header.Get("Retry-After") != "":
			g.refused++
		default:
			g.other = append(g.other, r.String())
		}
	}
	const atOnce = 20
	for from := 0; from < tries-1; from += atOnce {
		concurrently(min(atOnce, tries-1-from), func(i int) { try(from+i, fmt.Sprint("guess ", from+i)) })
	}
	try(0, password)
	g.hashed = h.done.Load() - before
	return g
}

// accountProbe is a request whose response could reveal whether an address has an account.
type accountProbe struct {
	name, method, path string
	body               func(email string) any
}

// accountProbes are the requests with an email address that visitors can send without an account.
var accountProbes = []accountProbe{
	{"sign-in", http.MethodPost, "/session", func(email string) any {
		return api.SignInInput{Email: email,
			Password: "a guess of the drills"}
	}},
	{"sign-up", http.MethodPost, "/account", func(email string) any {
		return api.SignUpInput{FirstName: "A", LastName: "B", Email: email, Password: "a guess of the drills"}
	}},
	{"forgotten password", http.MethodPost, "/account/password-reset",
		func(email string) any { return api.AddressInput{Email: email} }},
}

// probeResult holds the responses for addresses with an account (index 0) and without one (index 1).
type probeResult struct {
	answers [2]map[string]int // the number of each response, without its random parts
	median  [2]time.Duration
	hashed  [2]int64
}

// send sends the request for as many addresses with an account as without one, in random order, several times each.
// Every request comes from another network.
func (p accountProbe) send(t *testing.T, h *hashCounter, base string, known []int, times int) (out probeResult) {
	t.Helper()
	var took [2][]time.Duration
	out.answers = [2]map[string]int{{}, {}}
	for range times {
		for _, n := range known {
			emails := [2]string{emailOf(n), fmt.Sprintf("nobody%d@example.com", n)}
			for _, side := range rand.Perm(2) { // the second request may wait for the work of the first
				email := emails[side]
				b, before := newBrowser(base, drillsHost), h.done.Load()
				began := time.Now()
				r := b.send(t, p.method, p.path, p.body(email))
				took[side] = append(took[side], time.Since(began))
				out.hashed[side] += h.done.Load() - before
				r.header.Del("Date")
				answer := fmt.Sprint(r.status, r.header, len(r.body), r.body)
				out.answers[side][randomParts.ReplaceAllString(answer, "")]++
			}
		}
	}
	for side := range took {
		slices.Sort(took[side])
		out.median[side] = took[side][len(took[side])/2]
	}
	return out
}

// randomParts matches what differs between equal responses: the id of a problem document, and secrets in cookies.
var randomParts = regexp.MustCompile(`urn:uuid:[0-9a-f-]{36}|=[A-Za-z0-9_-]{43};`)

// areAlike reports whether all responses are equal and took the same number of hashes.
func (r probeResult) areAlike() bool {
	return len(r.answers[0]) == 1 && fmt.Sprint(r.answers[0]) == fmt.Sprint(r.answers[1]) && r.hashed[0] == r.hashed[1]
}

// takeSameTime reports whether both medians are close. Medians of hundreds of requests stay within these bounds even on
// a busy machine; a missing hash changes the ratio by a factor of ten and more.
func (r probeResult) takeSameTime() bool { return r.ratio() > 0.7 && r.ratio() < 1.4 }

func (r probeResult) ratio() float64 { return float64(r.median[0]) / float64(r.median[1]) }

func (r probeResult) String() string {
	return fmt.Sprintf("with an account %.1f ms and %d hashes, without one %.1f ms and %d, ratio %.2f",
		millis(r.median[0]), r.hashed[0], millis(r.median[1]), r.hashed[1], r.ratio())
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func TestPasswordGuessingIsLimited(t *testing.T) {
	const triesPerNetwork = 10
	tries := sized(60, 1000)
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d := newDatabase(t)
		open := func(d database, wrapLimits func(limit.Store) limit.Store) (*shop, *hashCounter, []string) {
			hashes := &hashCounter{Passwords: plainPasswords{}}
			var first *shop
			var urls []string
			for len(urls) < 1 || d.DSN != "" && len(urls) < 3 { // SQLite has one server, PostgreSQL three
				s := d.open(t, shopOptions{passwords: hashes, wrapLimits: wrapLimits})
				urls = append(urls, s.serve(t))
				first = s
			}
			return first, hashes, urls
		}
		s, hashes, urls := open(d, nil)
		n := int(lastNumber.Add(1))
		s.createUser(t, deployment, n)
		owner := newBrowser(urls[0], drillsHost).mustSignIn(t, n)
		got := guessPasswords(t, hashes, urls, n, tries)
		if got.compared != triesPerNetwork || got.refused != tries-triesPerNetwork || got.hashed != triesPerNetwork ||
			len(got.other) > 0 {
			t.Errorf("%+v", got)
		}
		owner.mustSignIn(t, n) // the owner is not locked out

		unguardedShop, unguardedHashes, unguardedURLs := open(newDatabase(t),
			func(limit.Store) limit.Store { return uncountedTries{} })
		unguardedShop.createUser(t, deployment, n)
		unguarded := guessPasswords(t, unguardedHashes, unguardedURLs, n, 30)
		if unguarded.refused > 0 || len(unguarded.other) != 1 { // the right password, which succeeded
			t.Errorf("without counting of tries: %+v", unguarded)
		}
		printRow(19, "passwords on %s, %d server(s): %d tries at one account from one network: %d compared, %d "+
			"refused with Retry-After, among them the right password, %d hashes; the owner can sign in; control "+
			"(tries not counted): %d of 30 compared and the attacker signed in", d, len(urls), got.tried, got.compared,
			got.refused, got.hashed, unguarded.compared)
	})
}

func TestTimingDoesNotRevealWhichAddressesHaveAccounts(t *testing.T) {
	users, times := sized(3, 125), 4 // within the limit of mails to one address in an hour
	open := func(users int, wrapPasswords func(account.Passwords) account.Passwords) (*hashCounter, string, []int) {
		h := &hashCounter{Passwords: account.NewArgon2id()}
		s := onSQLite(t).open(t, shopOptions{passwords: wrapPasswords(h)})
		var known []int
		for range users {
			n := int(lastNumber.Add(1))
			s.createUser(t, deployment, n)
			known = append(known, n)
		}
		return h, s.serve(t), known
	}
	h, base, known := open(users, func(p account.Passwords) account.Passwords { return p })
	for _, probe := range accountProbes {
		got := probe.send(t, h, base, known, times)
		if !got.areAlike() {
			t.Errorf("%s: %+v", probe.name, got)
		}
		if long && !got.takeSameTime() { // the short form has too few requests
			t.Errorf("%s reveals accounts by its duration: %s", probe.name, got)
		}
		printRow(19, "%s, %d addresses with and %d without an account, %d requests each: equal responses; %s",
			probe.name, users, users, times, got)
	}
	h, base, known = open(3, func(p account.Passwords) account.Passwords { return unhashedPasswords{p} })
	unguarded := accountProbes[0].send(t, h, base, known, times)
	if unguarded.areAlike() || long && unguarded.takeSameTime() {
		t.Errorf("without hashing for unknown addresses the responses are alike too: %s", unguarded)
	}
	printRow(19, "control (nothing hashed for unknown addresses), sign-in: %s", unguarded)
}
