package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"storefront/internal/search"
	"storefront/tools/gauge"
)

// catalogue has the texts of all products by language.
type catalogue struct {
	n     int
	texts [2][]text
}

func newCatalogue(n int) *catalogue {
	c := &catalogue{n: n}
	for l := range languages {
		words := vocabulary(l)
		for i := range n {
			c.texts[l] = append(c.texts[l], textOf(words, i, l))
		}
	}
	return c
}

// queryKind is a row of the table.
type queryKind struct {
	name     string
	suggest  bool
	newQuery func(c *catalogue, r *rand.Rand, language, product int) search.Query
}

// The targets for the 99th percentile.
const (
	targetQuery   = 20 * time.Millisecond
	targetSuggest = 10 * time.Millisecond
)

var rows = []queryKind{
	{"one word: a city", false, func(_ *catalogue, _ *rand.Rand, l,
		i int) search.Query {
		return search.Query{Text: cityOf(i).names[l]}
	}},
	{"two words of a title", false, func(c *catalogue, _ *rand.Rand, l, i int) search.Query {
		return search.Query{Text: cityOf(i).names[l] + " " + c.titleWord(l, i, 1)}
	}},
	{"three, the last begun", false, func(c *catalogue, _ *rand.Rand, l, i int) search.Query {
		return search.Query{Text: cityOf(i).names[l] + " " + c.titleWord(l, i, 2) + " " +
			prefixOf(c.titleWord(l, i, 1), 3)}
	}},
	{"a typing error in each", false, func(c *catalogue, r *rand.Rand, l, i int) search.Query {
		return search.Query{Text: mistyped(r, cityOf(i).names[l]) + " " + mistyped(r, c.titleWord(l, i, 1))}
	}},
	{"nothing to be found", false, func(_ *catalogue, r *rand.Rand, l, i int) search.Query {
		return search.Query{Text: cityOf(i).names[l] + " " + strings.Repeat("xq", 3+r.IntN(3))}
	}},
	{"filtered, by price", false, func(_ *catalogue, _ *rand.Rand, l, i int) search.Query {
		return search.Query{Text: kindOf(i).names[l], Sort: search.PriceUp, Filter: search.Filter{
			Rating: 4, FreeCancellation: true, Price: search.Range{Min: 10000, Max: 60000}, Languages: []string{"ar"},
		}}
	}},
	{"everything, by duration", false, func(*catalogue, *rand.Rand, int,
		int) search.Query {
		return search.Query{Sort: search.DurationUp}
	}},
	{"suggest: one letter", true, func(c *catalogue, _ *rand.Rand, l, i int) search.Query {
		return search.Query{Text: prefixOf(c.titleWord(l, i, 1), 1)}
	}},
	{"suggest: a word begun", true, func(c *catalogue, r *rand.Rand, l, i int) search.Query {
		return search.Query{Text: prefixOf(c.titleWord(l, i, 1), 2+r.IntN(5))}
	}},
	{"suggest: a second begun", true, func(c *catalogue, r *rand.Rand, l, i int) search.Query {
		return search.Query{Text: cityOf(i).names[l] + " " + prefixOf(c.titleWord(l, i, 1), 1+r.IntN(5))}
	}},
	{"suggest: a typing error", true, func(c *catalogue, r *rand.Rand, l, i int) search.Query {
		return search.Query{Text: mistyped(r, c.titleWord(l, i, 1))}
	}},
}

// titleWord returns the nth word from the end of a title.
func (c *catalogue) titleWord(language, product, n int) string {
	words := strings.Fields(c.texts[language][product].title)
	return words[len(words)-n]
}

func prefixOf(word string, letters int) string {
	r := []rune(word)
	return string(r[:min(len(r), letters)])
}

// mistyped removes, doubles or swaps letters.
func mistyped(r *rand.Rand, word string) string {
	w := []rune(word)
	i := r.IntN(len(w) - 1)
	switch r.IntN(3) {
	case 0:
		return string(slices.Delete(w, i, i+1))
	case 1:
		return string(slices.Insert(w, i, w[i]))
	}
	w[i], w[i+1] = w[i+1], w[i]
	return string(w)
}

// outcome is the result of a row in one round.
type outcome struct {
	p50, p99 time.Duration
	control  time.Duration // the p99 of empty requests at the same time: the delay that other programs cause
	cpu      time.Duration // of one request
	hits     float64
}

// maxRetries is how often a row is measured again if other programs keep the machine busy.
const maxRetries = 8

func measure(c *catalogue, s *search.Searcher, o options) error {
	results := make([][]outcome, len(rows))
	retries := 0
	for round := range o.rounds {
		for i, row := range rows {
			var got outcome
			var err error
			for try := range 1 + maxRetries {
				if got, err = row.run(c, s, o, uint64(round)); err != nil {
					return fmt.Errorf("%s: %w", row.name, err)
				}
				if o.maxControl == 0 || got.control <= o.maxControl {
					break
				}
				retries += min(1, maxRetries-try)
			}
			results[i] = append(results[i], got)
		}
	}
	fmt.Printf("\n%-26s %10s %10s %16s %14s %10s\n", "", "p50, ms", "p99, ms", "control p99, ms", "CPU ms each", "hits")
	worst := map[bool]time.Duration{}
	for i, row := range rows {
		p99 := gauge.Median(results[i], func(o outcome) time.Duration { return o.p99 })
		worst[row.suggest] = max(worst[row.suggest], p99)
		fmt.Printf("%-26s %10.2f %10.2f %16.2f %14.2f %10.0f\n", row.name,
			gauge.Millis(gauge.Median(results[i], func(o outcome) time.Duration { return o.p50 })), gauge.Millis(p99),
			gauge.Millis(gauge.Median(results[i], func(o outcome) time.Duration { return o.control })),
			gauge.Millis(gauge.Median(results[i], func(o outcome) time.Duration { return o.cpu })),
			results[i][0].hits)
	}
	fmt.Println()
	if o.maxControl > 0 {
		fmt.Printf("measured again %d times, because the control's p99 was above %v\n", retries, o.maxControl)
	}
	gauge.PrintTarget(fmt.Sprintf("the p99 of every kind of query is under %v", targetQuery),
		worst[false] < targetQuery,
		"%.2f ms", gauge.Millis(worst[false]))
	gauge.PrintTarget(fmt.Sprintf("the p99 of every kind of suggestion is under %v", targetSuggest),
		worst[true] < targetSuggest, "%.2f ms", gauge.Millis(worst[true]))
	return nil
}

// run measures one round.
func (k queryKind) run(c *catalogue, s *search.Searcher, o options, seed uint64) (outcome, error) {
	random := rand.New(rand.NewPCG(seed, 11))
	count := int(o.rate * o.window.Seconds())
	requests := make([]search.Query, count)
	in := make([]int, count)
	for i := range requests {
		in[i] = random.IntN(len(languages))
		requests[i] = k.newQuery(c, random, in[i], random.IntN(c.n))
		requests[i].Page, requests[i].PageSize = 1, 24
	}
	hits, failed := make([]int, count), make([]error, count)
	runtime.GC() // excludes the garbage of the previous round
	t := start()
	var control []time.Duration
	var wait sync.WaitGroup
	wait.Go(func() { control = callAtRate(count, o.rate, seed+1000, func(int) {}) })
	took := callAtRate(count, o.rate, seed, func(i int) {
		hits[i],
			failed[i] = k.send(s, languages[in[i]], requests[i])
	})
	wait.Wait()
	used := t.stop()
	if err := errors.Join(failed...); err != nil {
		return outcome{}, err
	}
	sum := 0
	for _, n := range hits {
		sum += n
	}
	return outcome{took[count/2], took[count*99/100], control[count*99/100], used.cpu / time.Duration(count),
		float64(sum) / float64(count)}, nil
}

// callAtRate calls do at random moments at an average rate, however long each call takes. It returns the times from the
// moment when each was due, sorted.
func callAtRate(count int, rate float64, seed uint64, do func(i int)) []time.Duration {
	random := rand.New(rand.NewPCG(seed, 12))
	took := make([]time.Duration, count)
	var wait sync.WaitGroup
	at := time.Now()
	for i := range took {
		at = at.Add(time.Duration(random.ExpFloat64() / rate * float64(time.Second)))
		time.Sleep(time.Until(at))
		due := at
		wait.Go(func() {
			do(i)
			took[i] = time.Since(due)
		})
	}
	wait.Wait()
	slices.Sort(took)
	return took
}

func (k queryKind) send(s *search.Searcher, language string, q search.Query) (hits int, err error) {
	if k.suggest {
		found, err := s.Suggest(context.Background(), "bench", language, q.Text, 5)
		return len(found.Cities) + len(found.Categories) + len(found.Products), err
	}
	found, err := s.Query(context.Background(), "bench", language, q)
	return found.Total, err
}

// timer measures the cost of something in this process.
type timer struct {
	at  time.Time
	cpu time.Duration
}

type cost struct{ wall, cpu time.Duration }

func start() timer { return timer{time.Now(), cpuTime()} }

func (t timer) stop() cost { return cost{time.Since(t.at), cpuTime() - t.cpu} }

func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func printHeading(o options) {
	fmt.Printf("%d products in %d languages, %.0f requests a second, %d cores, %s; medians of %d rounds\n\n",
		o.products, len(languages), o.rate, runtime.NumCPU(), runtime.Version(), o.rounds)
}
