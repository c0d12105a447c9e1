package main

import (
	"context"
	"fmt"
	"time"

	"storefront/tools/gauge"
)

const (
	calendarPath = "/api/v1/availability/calendar"
	slotsPath    = "/api/v1/availability"
)

// availabilityRequests returns the requests of visitors for availability, by name.
func availabilityRequests() map[string][]string {
	all := map[string][]string{}
	now := time.Now()
	for i := range 8 * productCount {
		month := dateFrom(now, 30*(i/productCount))[:len("2006-01")]
		all["calendar"] = append(all["calendar"], fmt.Sprintf("%s?product=%s&option=%s&month=%s", calendarPath,
			productSlug(i),
			optionID, month))
		all["slots"] = append(all["slots"], fmt.Sprintf("%s?product=%s&option=%s&date=%s", slotsPath, productSlug(i),
			optionID,
			dateFrom(now, i)))
	}
	return all
}

func requests(uris []string) [][]byte {
	out := make([][]byte, len(uris))
	for i, uri := range uris {
		out[i] = get(uri)
	}
	return out
}

// fetchBodies requests the API's answers.
func fetchBodies(address string, uris []string, into map[string][]byte) error {
	c, err := dial(address)
	if err != nil {
		return err
	}
	defer c.conn.Close()
	for _, uri := range uris {
		body, err := c.send(get(uri), nil)
		if err != nil {
			return err
		}
		into[uri] = body
	}
	return nil
}

// loadResult is the performance of a server under load.
type loadResult struct {
	perSecond float64
	cpu       time.Duration // per request
	database  time.Duration // the processor time of PostgreSQL per request
}

// load measures a process, and PostgreSQL's server beside it, which is nil without one.
func (o options) load(p, database *process, requests [][]byte) (loadResult, error) {
	before, databaseBefore, began := p.cpu(), database.cpu(), time.Now()
	perSecond, err := closedLoad(p.Address, requests, o.connections, o.window)
	n := max(perSecond*time.Since(began).Seconds(), 1)
	each := func(cpu time.Duration) time.Duration { return time.Duration(float64(cpu) / n) }
	return loadResult{perSecond, each(p.cpu() - before), each(database.cpu() - databaseBefore)}, err
}

func measureAvailability(ctx context.Context, o options) error {
	data, err := o.newDataDir()
	if err != nil {
		return err
	}
	ours, err := o.startChild(ctx, task{Role: "api", Data: data, Sold: true})
	if err != nil {
		return err
	}
	defer ours.stop()
	all := availabilityRequests()
	answers := map[string][]byte{}
	for _, uris := range all {
		if err := fetchBodies(ours.Address, uris, answers); err != nil {
			return err
		}
	}
	bare, err := o.startChild(ctx, task{Role: "bare", Bodies: answers})
	if err != nil {
		return err
	}
	defer bare.stop()
	for _, name := range []string{"calendar", "slots"} {
		if err := o.compareReads(name, sqliteName, ours, bare, nil, requests(all[name]),
			len(answers[all[name][len(all[name])/2]])); err != nil {
			return err
		}
	}
	return nil
}

const sqliteName = "SQLite"

// compareReads measures the answers of two processes in turns. server is that of PostgreSQL, which takes its own part
// of the machine, or nil.
func (o options) compareReads(
	name, database string, ours, bare, server *process, requests [][]byte, size int,
) error {
	var us, them []loadResult
	var ourP99, bareP99 []time.Duration
	for range o.rounds {
		for _, side := range []struct {
			*process
			into *[]loadResult
		}{{ours, &us}, {bare, &them}} {
			l, err := o.load(side.process, server, requests)
			if err != nil {
				return err
			}
			*side.into = append(*side.into, l)
		}
		half := us[len(us)-1].perSecond / 2
		for _, side := range []struct {
			*process
			into *[]time.Duration
		}{{ours, &ourP99}, {bare, &bareP99}} {
			took, err := openLoad(side.Address, requests, openConnections, half, o.window)
			if err != nil {
				return err
			}
			*side.into = append(*side.into, percentile(took, 99))
		}
	}
	rate := func(l loadResult) float64 { return l.perSecond }
	cpu := func(l loadResult) time.Duration { return l.cpu }
	share := gauge.Median(us, rate) / gauge.Median(them, rate)
	printLine("\n%s over HTTP, %d bytes, %d connections, %s; beside it a bare gorilla/mux handler of the same bytes",
		name, size, o.connections, database)
	printLine("  requests a second      %8.0f %8.0f", gauge.Median(us, rate), gauge.Median(them, rate))
	printLine("  server's CPU a request %5.1f µs %5.1f µs", micros(gauge.Median(us, cpu)),
		micros(gauge.Median(them, cpu)))
	if server != nil {
		printLine("  PostgreSQL's CPU       %5.1f µs", micros(gauge.Median(us, func(l loadResult) time.Duration {
			return l.database
		})))
	}
	gauge.PrintTarget(name+": at least a third of a bare handler's requests a second", share >= 1.0/3, "%.2f", share)
	itself := func(d time.Duration) time.Duration { return d }
	late := gauge.Median(ourP99, itself)
	gauge.PrintTarget(name+": p99 below 20 ms at half of the maximum load", late < 20*time.Millisecond,
		"%.1f ms (the bare handler at the same rate: %.1f ms)",
		gauge.Millis(late), gauge.Millis(gauge.Median(bareP99, itself)))
	return nil
}

func measureCart(ctx context.Context, o options) error {
	data, err := o.newDataDir()
	if err != nil {
		return err
	}
	ours, err := o.startChild(ctx, task{Role: "api", Data: data, Sold: true})
	if err != nil {
		return err
	}
	defer ours.stop()
	var adding [][]byte
	now := time.Now()
	for i := range productCount * bookableDays {
		// sell sells nothing of this slot on this date.
		body := fmt.Sprintf(`{"product":%q,"option":%q,"date":%q,"startTime":%q,"units":[{"id":"adult","quantity":2}]}`,
			productSlug(i), optionID, dateFrom(now, (i%productCount+2)%3), startTimes[0])
		adding = append(adding, post("/api/v1/cart/items", body))
	}
	var runs []loadResult
	for range o.rounds {
		l, err := o.load(ours, nil, adding)
		if err != nil {
			return err
		}
		runs = append(runs, l)
	}
	rate := gauge.Median(runs, func(l loadResult) float64 { return l.perSecond })
	printLine("\nadd to cart over HTTP, a new cart each, SQLite")
	printLine("  server's CPU a request %6.1f µs", micros(gauge.Median(runs,
		func(l loadResult) time.Duration { return l.cpu })))
	gauge.PrintTarget("add to cart: at least 1,000 a second", rate >= 1000, "%.0f", rate)
	return nil
}
