package main

import (
	"errors"
	"fmt"
	"strconv"
	"time"
)

const (
	mostLimit = 1_000_000
	// shortestKeep outlives whatever may still happen to an order that was only left, such as its mails.
	shortestKeep = 7 * 24 * time.Hour
	longestKeep  = 10 * 365 * 24 * time.Hour
)

// limitSetting is a limit as a whole number; 0 is none.
func limitSetting(name string, otherwise int, value string, most int, of func(*configuration) *int, help string) setting {
	return setting{
		name: name, otherwise: strconv.Itoa(otherwise), value: value, serving: true, help: help,
		put: func(c *configuration, text string) error {
			n, err := strconv.Atoi(text)
			if err == nil && (n < 0 || n > most) {
				err = errors.New("out of range")
			}
			*of(c) = n
			return because(err, fmt.Sprintf("is no whole number from 0 to %d", most))
		},
	}
}

// keepSetting is how long something is kept.
func keepSetting(name, otherwise string, of func(*configuration) *time.Duration, help string) setting {
	return setting{
		name: name, otherwise: otherwise, value: "duration", serving: true, help: help,
		put: func(c *configuration, text string) error {
			d, err := time.ParseDuration(text)
			if err == nil && (d < shortestKeep || d > longestKeep) {
				err = errors.New("out of range")
			}
			*of(c) = d
			return because(err, fmt.Sprintf("is no duration such as 720h, %s at least", shortestKeep))
		},
	}
}
