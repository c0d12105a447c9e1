package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/pflag"

	"storefront/internal/shop/account"
)

// defaultSettings returns the settings of a server without configuration.
func defaultSettings() (defaults configuration, err error) {
	f := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	settingFlags(f, anySetting)
	_, err = defaults.load(f, nil, anySetting)
	return defaults, err
}

// aged removes what a server with the default settings removes in a number of days: aged DAYS.
func aged(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: aged DAYS")
	}
	days, err := strconv.Atoi(args[0])
	ts.Check(err)
	defaults, err := defaultSettings()
	ts.Check(err)
	_, b, _ := opened(ts)
	defer func() { ts.Check(b.Close()) }()
	_, err = b.store.Purge(context.Background(), defaults.expiry(time.Now().AddDate(0, 0, days)))
	ts.Check(err)
}

func TestPrivacyPolicyStatesRetentionPeriodsOfServer(t *testing.T) {
	c, err := defaultSettings()
	if err != nil {
		t.Fatal(err)
	}
	days := func(period time.Duration) int { return int(period / (24 * time.Hour)) }
	pages := map[string]string{}
	for _, language := range []string{"en", "ar", "fr"} {
		text, err := os.ReadFile("../../content/pages/privacy-policy/" + language + ".md")
		if err != nil {
			t.Fatal(err)
		}
		pages[language] = string(text)
	}
	for _, want := range []string{
		fmt.Sprintf("notes such as allergies | to run the activity safely | until %d days after", days(c.keepNotes)),
		fmt.Sprintf("reach you on the day | %d years after the activity |", days(c.keepOrders)/365),
		fmt.Sprintf("to settle a complaint | %d years |", days(c.keepMessages)/365),
		fmt.Sprintf("to keep it for you | %d days after its last change |", days(c.keepCarts)),
		fmt.Sprintf("to let you pay after all | %d days;", days(c.keepUnpaid)),
		fmt.Sprintf("and the order open | up to %d days |", days(account.SessionLifetime)),
		fmt.Sprintf("wrong passwords for your account | %d days |", days(account.DeviceLifetime)),
	} {
		if !strings.Contains(pages["en"], want) {
			t.Errorf("the policy lacks %q", want)
		}
	}
	for language, page := range pages {
		if got, want := periods(page), periods(pages["en"]); !slices.Equal(got, want) {
			t.Errorf("%s has the periods %v, want %v", language, got, want)
		}
	}
}

var rowOfTable = regexp.MustCompile(`(?m)^\|.*\|$`)

// periods returns the numbers of a page's tables that every language writes in digits.
func periods(page string) (numbers []string) {
	for _, row := range rowOfTable.FindAllString(page, -1) {
		for _, n := range regexp.MustCompile(`\d+`).FindAllString(row, -1) {
			if len(n) > 1 {
				numbers = append(numbers, n)
			}
		}
	}
	return numbers
}
