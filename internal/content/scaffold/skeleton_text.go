package scaffold

import (
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/source"
)

// The skeletons. docs/content.md describes every key.
const (
	productFacts = `draft: true                  # remove this line to sell it
city: %s
categories: [%s]        # the first is the main one
supplier: %s
# labels: [small-group]      # ids of labels.yaml
# occasions: [families]      # ids of occasions.yaml
# weight: 10                 # lower comes first; default: 100
availabilityType: START_TIME # or OPENING_HOURS
pricingPer: UNIT             # or BOOKING: the option has the price, its units have none
currency: %s
duration: 2h                 # 45m 6h 1h30m 2d 3n
# ages: {min: 5}
guideLanguages: [%s]
location: {latitude: %v, longitude: %v} # the city's; write the meeting point's
# pickup: {included: true, points: [{id: hotels, minutesBefore: 30}]}
images: [%s]        # files of media; the first is the main one
schedule:
  # weekdays: [mon, wed, fri] # default: every day
  startTimes: [09:00]        # with OPENING_HOURS: openingHours: [{from: 10:00, to: 22:00}]
  # seasons: [{from: 10-01, to: 04-30}]
  # closedDays: [12-02]
  leadTime: 4h               # how long before the start booking closes
cancellation: [{before: 24h, refund: 100}] # [] is non-refundable
options:
  - id: standard
    capacity: 10             # seats in one slot
    maxTravellers: 8         # most travellers in one cart item
    units:
      - {type: ADULT, price: 100, ages: {min: 12}}
      # - {type: CHILD, price: 60, ages: {min: 4, max: 11}}
# extras: [{id: lunch, price: 40}]
# itinerary: [{id: start, at: 09:00}]
`
	productText = `---
title: %s
summary: %s
place: %s
# address: ...
options:
  standard: {title: %s}
# extras: {lunch: {title: ...}}
# itinerary: {start: {title: ..., text: ...}}
# highlights: [...]
# includes: [...]
# excludes: [...]
# knowBeforeYouGo: [...]
# whatToBring: [...]
---
%s
`
	cityFacts = `draft: true               # remove this line to publish it
country: %s               # ISO 3166
timeZone: %s # an IANA name; start times are in this zone
location: {latitude: %v, longitude: %v} # write its own
image: %%s
# weight: 10              # lower comes first; default: 100
`
	categoryFacts = `draft: true               # remove this line to publish it
image: %s
# weight: 10              # lower comes first; default: 100
`
	placeText = `---
title: %s
summary: %s
# seoTitle: ...
# seoDescription: ...
---
%s
`
	supplierFacts = `name: %s
confirmation: instant     # or on_request: an operator confirms each booking
`
	postText = `---
title: %s
date: %s # a later day publishes it on that day
draft: true # remove this line to publish it
description: %s
# author: ...
# image: ... # a file of media
# tags: [...]
# categories: [...]
# products: [...] # slugs shown beside the story
# aliases: [/old/address]
---
%s
`
	pageText = `---
draft: true # remove this line in every language to publish it
title: %s
description: %s
# image: ... # a file of media
# lastmod: 2026-11-25
---
%s
`
	questionFacts = `draft: true               # remove this line to publish it
topic: %s            # of faq/topics.yaml
# weight: 10              # lower comes first; default: 100
`
	questionText = `---
question: %s
---
%s
`
	deploymentFacts = `hosts: [%s.localhost]        # add its public hosts
baseUrl: https://www.%s.example  # the start of canonical addresses
name: %s
layoutType: default              # or supplier-classic, supplier-editorial, supplier-compact, template-two, template-four, transparent
languages: [%s]                # the first is the default
currencies: [%s]                # the first is its own; its products are priced in one of them
contact: {email: hello@%s.example} # receives visitors' messages
# supplier: true                 # /experiences instead of /things-to-do
# sells: {cities: [dubai]}       # default: everything
# tagline, heroImage, logo, theme, payments, exchange: generate help content describes them
`
)

// placeholderTitle returns a slug as words, which the editor replaces.
func (s *Skeleton) placeholderTitle(language string) string {
	words := strings.ReplaceAll(s.Slug, "-", " ")
	if language == "ar" {
		return source.TitlePlaceholderPrefix + words
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

func (s *Skeleton) placeholderSummary(language string) string {
	return s.Kind + " " + strings.ReplaceAll(s.Slug, "-", " ") + ": " +
		source.SummaryPlaceholder(s.Kind == "product", language)
}

// placeholderName returns a name in each language, which the editor replaces.
func (s *Skeleton) placeholderName() catalog.Localized {
	name := catalog.Localized{}
	for _, language := range s.Languages {
		name[language] = strings.TrimPrefix(s.placeholderTitle(language), source.TitlePlaceholderPrefix)
	}
	return name
}
