package search_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/search"
	"storefront/internal/serve/live"
)

func TestSameContentGivesTheSameIndex(t *testing.T) {
	if !bytes.Equal(write(t, catalogue, nil), write(t, slices.Clone(catalogue), nil)) {
		t.Error("two indexes of the same content differ")
	}
}

// An index made from the one before equals that of a clean build, whatever was changed, added and removed.
func TestIncrementalIndexEqualsACleanBuild(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("sunset dunes dinner dhow museum old town night camel رحلة الصحراء سوق متحف غروب")
	made := 0
	invent := func(slug string) item {
		made++
		w := func() string { return words[random.IntN(len(words))] }
		return item{slug: slug, title: w() + " " + w() + " " + w(), summary: w() + " " + w(),
			city: []string{"dubai", "cairo"}[random.IntN(2)], category: "desert", stars: float64(random.IntN(50)) / 10}
	}
	var items []item
	for i := range 40 {
		items = append(items, invent(fmt.Sprint("p", i)))
	}
	last := write(t, items, nil)
	for round := range 30 {
		switch i := random.IntN(len(items)); random.IntN(4) {
		case 0:
			items[i] = invent(items[i].slug)
		case 1:
			items = slices.Insert(items, i, invent(fmt.Sprint("new", round)))
		case 2:
			items = slices.Delete(items, i, i+1)
		case 3:
			random.Shuffle(len(items), func(a, b int) { items[a], items[b] = items[b], items[a] })
		}
		next := write(t, items, last)
		if !bytes.Equal(next, write(t, items, nil)) {
			t.Fatalf("round %d: the index is not that of a clean build", round)
		}
		last = next
	}
}

func TestWordsOfUnchangedProductsAreNotReadAgain(t *testing.T) {
	last := write(t, catalogue, nil)
	c := contentOf(catalogue)
	read := 0
	for i := range c.Products {
		entry := c.Products[i].Entry
		c.Products[i].Entry = func() ([]byte, error) { read++; return entry() }
	}
	c.Products[2].Key[0]++
	if _, err := search.Write(c, last); err != nil || read != 1 {
		t.Error(read, err)
	}
	if _, err := search.Write(c, last[:len(last)/2]); err != nil || read != 1+len(c.Products) {
		t.Error("an index that is cut off is not made anew", read, err)
	}
}

func TestWriteReturnsTheErrorOfAnEntry(t *testing.T) {
	c := contentOf(catalogue)
	broken := errors.New("no disk")
	c.Products[1].Entry = func() ([]byte, error) { return nil, broken }
	if _, err := search.Write(c, nil); !errors.Is(err, broken) {
		t.Error(err)
	}
	c.Products[1].Entry = func() ([]byte, error) { return []byte{200, 200, 3}, nil }
	if _, err := search.Write(c, nil); err == nil {
		t.Error("nonsense is taken for an entry")
	}
}

func TestNextQuerySearchesTheNewBuild(t *testing.T) {
	b := newBuilds(t)
	s := storefront{t, search.Open(live.Open(b.dir))}
	if _, err := s.Suggest(context.Background(), "wayfare", "en", "d", 2); !fault.Is(err, fault.Unavailable) {
		t.Error("without a build:", err)
	}
	for i := range 5 {
		slug := fmt.Sprint("edition-", i)
		b.publish(map[string][]byte{"en": write(t,
			[]item{{slug: slug, title: "Dunes", city: "dubai", category: "desert"}}, nil)})
		if got := s.find("dunes"); got != slug {
			t.Errorf("build %d: %s", i, got)
		}
	}
	b.publish(nil)
	if _, err := s.Suggest(context.Background(), "wayfare", "en", "d", 2); !fault.Is(err, fault.Unavailable) {
		t.Error("a build without an index:", err)
	}
}

// readWhilePublishing asks all the while that builds are published. Every build has its number in all its cards: an
// answer that holds two numbers is a mixture. It gives what was wrong, and how many of the three builds were seen.
func readWhilePublishing(t *testing.T, times int) (wrong []string, seen int) {
	var files [3][]byte
	for n := range files {
		var items []item
		for i := range 50 {
			items = append(items, item{slug: fmt.Sprintf("p%d-of-%d", i, n), title: "Dunes", city: "dubai",
				category: "desert"})
		}
		files[n] = write(t, items, nil)
	}
	b := newBuilds(t)
	b.publish(map[string][]byte{"en": files[0]})
	s := search.Open(live.Open(b.dir))
	var mu sync.Mutex
	known := map[string]bool{}
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				r, err := s.Query(context.Background(), "wayfare", "en",
					search.Query{Text: "dunes", Page: 1, PageSize: 50})
				numbers := map[string]bool{}
				for _, c := range r.Cards {
					_, n, _ := strings.Cut(string(c), "-of-")
					numbers[n] = true
				}
				mu.Lock()
				maps.Copy(known, numbers)
				if err != nil || len(r.Cards) != 50 || len(numbers) != 1 {
					wrong = append(wrong, fmt.Sprintf("%d cards of %d builds, %v", len(r.Cards), len(numbers), err))
				}
				mu.Unlock()
			}
		})
	}
	asked := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(known) == len(files)
	}
	// Builds go on until the readers have met each of the three, however slow the machine.
	const most = 20_000
	for i := 0; i < times || !asked() && i < most; i++ {
		b.publish(map[string][]byte{"en": files[i%len(files)]})
	}
	close(stop)
	readers.Wait()
	return wrong, len(known)
}

func TestAnswersDuringPublishingComeFromOneBuild(t *testing.T) {
	wrong, seen := readWhilePublishing(t, 40)
	if wrong != nil {
		t.Errorf("%d answers: %s", len(wrong), wrong[0])
	}
	if seen != 3 {
		t.Errorf("the readers saw %d of 3 builds", seen)
	}
}

func TestInvalidIndexIsRejectedWithItsReason(t *testing.T) {
	good := write(t, catalogue, nil)
	version := len("storefront find\n")
	change := func(at int, to byte) []byte {
		out := slices.Clone(good)
		out[at] = to
		return out
	}
	for _, c := range []struct {
		file []byte
		says string
	}{
		{change(version, 9), "format 9, and this program reads 4"},
		{change(0, 'x'), "not a search index"},
		{change(version+20, good[version+20]^1), "damaged"},
		{good[:100], "cut off"},
		{good[:10], "EOF"},
		{nil, "EOF"},
	} {
		b := newBuilds(t)
		b.publish(map[string][]byte{"en": c.file})
		_, err := search.Open(live.Open(b.dir)).Query(context.Background(), "wayfare", "en",
			search.Query{Page: 1, PageSize: 1})
		if !errors.Is(err, search.ErrFormat) || !fault.Is(err, fault.Unavailable) ||
			!strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "en.index") {
			t.Errorf("want %q: %v", c.says, err)
		}
	}
}

func TestQueriesOfInvalidDeploymentsAreRejected(t *testing.T) {
	s := open(t, catalogue)
	for _, deployment := range []string{"..", "wayfare/../wayfare", "", ".hidden", "a\x00b", strings.Repeat("a", 300)} {
		if _, err := s.Suggest(context.Background(), deployment, "en", "d", 2); !fault.Is(err, fault.Unavailable) {
			t.Errorf("%q: %v", deployment, err)
		}
	}
}

func FuzzQuery(f *testing.F) {
	for _, text := range []string{
		"sunset dunes", "رحلات الصحراء", strings.Repeat("a", 10_000), strings.Repeat("dubai ", 2_000),
		strings.Repeat("م", 10_000), "\x00\x01\x1b[2J",
		"\xed\xa0\x80\xed\xb0\x80", "\xff\xfe", "!!! ؟؟؟ ---", "abudhabi", "the", "دبيي", "\u202edubai\u202c", "ﷺ",
		"%2e%2e/", "' OR 1=1 --", "a b c d e f g h i j k l m n o p",
	} {
		f.Add(text, uint8(1))
	}
	s := open(f, slices.Concat(catalogue, []item{{slug: "souk", title: "سوق التوابل والذهب", city: "dubai",
		category: "museums"}}))
	sorts := []search.Sort{"", search.Relevance, search.PriceUp, search.PriceDown, search.DurationUp,
		search.DurationDown, search.RatingDown}
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		q := search.Query{Text: text, Sort: sorts[int(n)%len(sorts)], Page: 1 + int(n)%3, PageSize: 1 + int(n)%100,
			Filter: search.Filter{Cities: []string{text}[:n%2]}}
		if n%5 == 0 {
			q.Currency = "USD" // which has no known rate
			q.Only = func(_ context.Context, slugs []string) ([]bool, error) {
				open := make([]bool, len(slugs))
				for i := range open {
					open[i] = (i+int(n))%2 == 0
				}
				return open, nil
			}
		}
		r, err := s.Query(context.Background(), "wayfare", "en", q)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if len(r.Cards) > q.PageSize || len(r.Cards) > r.Total || r.Total > 7 {
			t.Errorf("%q: %d cards of %d", text, len(r.Cards), r.Total)
		}
		again, err := s.Query(context.Background(), "wayfare", "en", q)
		if err != nil || texts(again.Cards) != texts(r.Cards) {
			t.Errorf("%q: asked again it finds something else", text)
		}
		if _, err := s.Suggest(context.Background(), "wayfare", "ar", text, 1+int(n)%20); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}

// FuzzIndex shows that no file, however wrong, does more than being refused.
func FuzzIndex(f *testing.F) {
	f.Add(write(f, catalogue[:2], nil))
	f.Add([]byte("storefront find\n\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		search.Repair(file) // or the checksum would keep everything back
		if _, err := search.Write(contentOf(catalogue[:1]), file); err != nil {
			t.Fatal(err)
		}
	})
}
