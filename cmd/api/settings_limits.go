package main

import (
	"fmt"
	"strconv"
	"time"

	"storefront/internal/shop/booking"
)

const (
	maxLimit = 1_000_000
	// minKeep exceeds the time in which an abandoned order may still change or send mails.
	minKeep = 7 * 24 * time.Hour
	maxKeep = 10 * 365 * 24 * time.Hour
)

// limitSettings configure the limits on carts and unpaid orders, and how long personal data is kept.
var limitSettings = []setting{
	limitSetting("unpaid-share", booking.DefaultUnpaidLimits.Share, "percent", 100,
		func(c *configuration) *int { return &c.unpaid.Share },
		"the percentage of a departure that one network may hold unpaid at a time; 0 is no limit"),
	limitSetting("unpaid-seats", booking.DefaultUnpaidLimits.Seats, "seats", maxLimit,
		func(c *configuration) *int { return &c.unpaid.Seats },
		"the seats that one network may leave unpaid in a day, and two more for each paid seat; 0 is no limit"),
	limitSetting("unpaid-orders", booking.DefaultUnpaidLimits.Orders, "orders", maxLimit,
		func(c *configuration) *int { return &c.unpaid.Orders },
		"the unpaid orders that one e-mail address, phone number or account may have at a time; 0 is no limit"),
	limitSetting("network-carts", 300, "carts", maxLimit, func(c *configuration) *int { return &c.rates.Carts },
		"the carts that one network may create in an hour; 0 is no limit"),
	limitSetting("network-checkouts", 120, "checkouts", maxLimit,
		func(c *configuration) *int { return &c.rates.Checkouts },
		"the checkouts and further payment pages that one network may start in an hour, and one visitor a tenth of "+
			"them; 0 is no limit"),
	keepSetting("keep-carts", "2160h", func(c *configuration) *time.Duration { return &c.keepCarts },
		"how long a cart is kept after its last change; its cookie lasts 2160h"),
	keepSetting("keep-unpaid", "720h", func(c *configuration) *time.Duration { return &c.keepUnpaid },
		"how long an order is kept that was never paid; after its last day too, if a payment was declined or seats "+
			"were reserved"),
	keepSetting("keep-notes", "2160h", func(c *configuration) *time.Duration { return &c.keepNotes },
		"how long after its last activity an order keeps the lead traveller, the guests' notes and the addresses of "+
			"pickup and drop-off"),
	keepSetting("keep-orders", "26280h", func(c *configuration) *time.Duration { return &c.keepOrders },
		"how long after its last activity an order keeps its buyer; the rest of it is kept for ever"),
	keepSetting("keep-messages", "17520h", func(c *configuration) *time.Duration { return &c.keepMessages },
		"how long a message is kept, and a request for a price after its answer"),
}

// limitSetting returns the setting of a whole number; 0 is no limit.
func limitSetting(name string, defaultValue int, value string, highest int, of func(*configuration) *int,
	help string) setting {
	return setting{
		name: name, defaultValue: strconv.Itoa(defaultValue), placeholder: value, serverOnly: true, help: help,
		parse: numberParser(of, 0, highest, fmt.Sprintf("is not a whole number from 0 to %d", highest)),
	}
}

// keepSetting returns the setting of a retention period.
func keepSetting(name, defaultValue string, of func(*configuration) *time.Duration, help string) setting {
	return setting{
		name: name, defaultValue: defaultValue, placeholder: "duration", serverOnly: true, help: help,
		parse: durationParser(of, minKeep, maxKeep,
			fmt.Sprintf("is not a duration such as 720h, %s at least", minKeep)),
	}
}
