package octo

import (
	"cmp"
	"html"
	"net/url"
	"path"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/scaffold"
	"storefront/internal/core/payload"
	"storefront/internal/lib/lazyregexp"
)

// text maps the texts of a product in one language.
func (o *mapping) text(language string, from *product) {
	t := &catalog.ProductText{Title: prose.SingleLine(cmp.Or(from.Title, from.InternalName)),
		Summary: prose.SingleLine(cmp.Or(o.withoutHTML(from.ShortDescription), o.withoutHTML(from.Subtitle))),
		Options: map[string]catalog.ItemText{}}
	t.Body.Source = o.withoutHTML(from.Description)
	o.features(t, from)
	if at := from.start(); at != nil {
		t.Place, t.Address = prose.SingleLine(cmp.Or(at.Title, at.Place.PostalAddress.AddressLocality)),
			prose.SingleLine(at.Place.PostalAddress.StreetAddress)
	} else if from.Destination != nil {
		t.Place = prose.SingleLine(from.Destination.Name)
	}
	for i, l := range from.Locations {
		if i < len(o.steps) && o.steps[i] != "" {
			if t.Itinerary == nil {
				t.Itinerary = map[string]catalog.StepText{}
			}
			t.Itinerary[o.steps[i]] = catalog.StepText{Title: cmp.Or(prose.SingleLine(l.Title), o.steps[i]),
				Text: prose.SingleLine(o.withoutHTML(l.ShortDescription))}
		}
	}
	for _, option := range from.Options {
		id := o.optionIDs[option.ID]
		if id == "" {
			continue // it exists in this language only
		}
		t.Options[id] = catalog.ItemText{Title: prose.SingleLine(cmp.Or(option.Title, option.InternalName)),
			Description: prose.SingleLine(o.withoutHTML(option.ShortDescription))}
		for _, u := range option.Units {
			if unit := o.unitIDs[option.ID+" "+u.ID]; unit != "" && u.Title != "" &&
				payload.UnitType(strings.ToUpper(unit)).Check() != nil {
				if t.Units == nil {
					t.Units = map[string]string{}
				}
				t.Units[unit] = prose.SingleLine(u.Title)
			}
		}
	}
	o.points(t, from)
	// What one language lacks, another may have had.
	if pickup := o.p.Facts.Pickup; pickup != nil {
		for _, point := range pickup.Points {
			if _, ok := t.PickupPoints[point.ID]; !ok {
				t.PickupPoints[point.ID] = point.ID
			}
		}
	}
	for _, step := range o.p.Facts.Itinerary {
		if _, ok := t.Itinerary[step.ID]; !ok {
			if t.Itinerary == nil {
				t.Itinerary = map[string]catalog.StepText{}
			}
			t.Itinerary[step.ID] = catalog.StepText{Title: step.ID}
		}
	}
	o.p.Texts[language] = t
}

func (o *mapping) points(t *catalog.ProductText, from *product) {
	pickup := o.p.Facts.Pickup
	if pickup == nil || len(pickup.Points) == 0 {
		return
	}
	t.PickupPoints = map[string]string{}
	for _, option := range from.Options {
		if option.PickupAvailable || option.PickupRequired {
			for i, point := range option.PickupPoints[:min(len(option.PickupPoints), len(pickup.Points))] {
				t.PickupPoints[pickup.Points[i].ID] = prose.SingleLine(
					cmp.Or(point.Name, point.Address, pickup.Points[i].ID))
			}
			return
		}
	}
}

// features adds lines about a product to the parts of its page, by their kind.
func (o *mapping) features(t *catalog.ProductText, from *product) {
	t.Highlights, t.Includes, t.Excludes = o.lines(from.Highlights), o.lines(from.Inclusions), o.lines(from.Exclusions)
	for _, f := range from.Features {
		line := prose.SingleLine(o.withoutHTML(f.ShortDescription))
		if line == "" {
			continue
		}
		switch f.Type {
		case "HIGHLIGHT":
			t.Highlights = append(t.Highlights, line)
		case "INCLUSION":
			t.Includes = append(t.Includes, line)
		case "EXCLUSION":
			t.Excludes = append(t.Excludes, line)
		case "PREBOOKING_INFORMATION", "PREARRIVAL_INFORMATION", "REDEMPTION_INSTRUCTION", "ACCESSIBILITY_INFORMATION",
			"ADDITIONAL_INFORMATION", "BOOKING_TERM":
			t.KnowBeforeYouGo = append(t.KnowBeforeYouGo, line)
		default:
			if from == o.from {
				o.note("features "+f.Type, line, "no field holds it", "compare it with cancellation")
			}
		}
	}
	t.KnowBeforeYouGo = append(t.KnowBeforeYouGo, o.lines([]string{from.BookingTerms, from.RedemptionInstructions})...)
}

func (o *mapping) lines(all []string) (lines []string) {
	for _, line := range all {
		if line = prose.SingleLine(o.withoutHTML(line)); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

var (
	breaks = lazyregexp.New(`(?i)<br\s*/?>|</(?:p|div|li|h[1-6])>`)
	items  = lazyregexp.New(`(?i)<li[^>]*>`)
)

// withoutHTML removes HTML from a text, which some suppliers send, and the texts that it hides.
func (o *mapping) withoutHTML(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if !prose.Tag.MatchString(text) {
		return strings.TrimSpace(text)
	}
	note := func(l prose.Removal) { o.note("HTML", l.Value, l.Why, "") }
	text, _ = prose.HiddenElements{Report: note}.Remove(text, true).Apply()
	text = items.ReplaceAllString(breaks.ReplaceAllString(text, "\n\n"), "- ")
	text = html.UnescapeString(prose.Tag.ReplaceAllString(text, ""))
	var paragraphs []string
	for part := range strings.SplitSeq(text, "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			paragraphs = append(paragraphs, strings.ReplaceAll(part, "<", "\\<"))
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// pictures adds the pictures of a product to media.
func (o *mapping) pictures() {
	f := &o.p.Facts
	var all []medium
	if o.from.CoverImageURL != "" {
		all = append(all, medium{Src: o.from.CoverImageURL, Rel: "COVER"})
	}
	all = append(all, o.from.Media...)
	for _, g := range o.from.GalleryImages {
		all = append(all, medium{Src: g.URL, Title: g.Title, Caption: g.Caption})
	}
	slices.SortStableFunc(all, func(a, b medium) int { return covers(b) - covers(a) })
	for _, m := range all {
		if m.Rel == "LOGO" || m.Type != "" && !strings.HasPrefix(m.Type, "image/") {
			o.note("media", m.Src, "only pictures of the product are shown", "")
			continue
		}
		data, err := o.client.picture(o.Context, m.Src)
		file := ""
		if err == nil {
			file, err = o.supplier.Pictures.Add(data, o.p.Slug+"-"+baseOf(m.Src))
		}
		if err != nil {
			o.note("media", m.Src, err.Error(), importer.RemedyOf(err, "add it to images"))
			o.p.LostPicture = true
			continue
		}
		if m.Copyright != "" {
			o.note("media", m.Copyright, "no field holds a picture's copyright", "make sure that you may show it")
		}
		o.supplier.Pictures.SetAlt(file, o.Language, cmp.Or(m.Caption, m.Title))
		for language, t := range o.p.Texts {
			caption := t.Title
			if other := o.found[o.from.ID][language]; other != nil {
				for _, same := range other.Media {
					if same.Src == m.Src {
						caption = cmp.Or(same.Caption, same.Title, caption)
					}
				}
			}
			o.supplier.Pictures.SetAlt(file, language, caption)
		}
		if !slices.Contains(f.Images, file) {
			f.Images = append(f.Images, file)
		}
	}
}

func covers(m medium) int {
	if m.Rel == "COVER" {
		return 1
	}
	return 0
}

// baseOf is the file name in an address.
func baseOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "picture"
	}
	return cmp.Or(scaffold.Slug(strings.TrimSuffix(path.Base(u.Path), path.Ext(u.Path))), "picture")
}

// noteUnmappedParts reports the parts of a product that have no place.
func (o *mapping) noteUnmappedParts() {
	for _, q := range o.from.FAQs {
		o.note("faqs", q.Question, "products have no questions of their own", "put them into faq/, or into its prose")
	}
	if o.from.CancellationPolicy != "" {
		o.note("cancellationPolicy", o.from.CancellationPolicy,
			"pages show a policy made from cancellation, in every language", "compare it with cancellation")
	}
	if o.from.VideoURL != "" {
		o.note("videoUrl", o.from.VideoURL, "no field holds it", "")
	}
	if o.from.Subtitle != "" && o.from.ShortDescription != "" && o.from.Subtitle != o.from.ShortDescription {
		o.note("subtitle", o.from.Subtitle, "no field holds it", "")
	}
	for _, key := range o.extra[o.from.ID] {
		o.note(key, "", "no field holds it", "")
	}
}
