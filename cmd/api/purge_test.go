package main

import (
	"context"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/pflag"
)

// aged removes what a server with the default settings removes in a number of days: aged DAYS.
func aged(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: aged DAYS")
	}
	days, err := strconv.Atoi(args[0])
	ts.Check(err)
	var defaults configuration
	f := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	settingFlags(f, whatServes)
	_, err = defaults.load(f, nil, whatServes)
	ts.Check(err)
	_, b, _ := opened(ts)
	defer func() { ts.Check(b.Close()) }()
	_, err = b.store.Purge(context.Background(), defaults.expiry(time.Now().AddDate(0, 0, days)))
	ts.Check(err)
}
