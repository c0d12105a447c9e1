package agent

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/search"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/buylink"
)

// tools are the tools of one host.
type tools struct {
	*endpoint
	shopIn func(language string) (Shop, error)
}

func (t *tools) add(s *mcp.Server) {
	addTool(t, s, "search_experiences", "Find experiences by words, place, day and price.", t.search)
	addTool(t, s, "get_experience",
		"Describe an experience: options, units and extras with their prices, terms, meeting point, pickup and pages.",
		t.experience)
	addTool(t, s, "check_availability",
		"List the starts of a day, or the days of a month, on which an experience can be booked.", t.availability)
	addTool(t, s, "quote", "Say whether a choice can be booked now, and its total. Nothing is reserved.", t.quote)
	addTool(t, s, "prepare_cart",
		"Return a link that opens the storefront's cart with a choice in it. The traveller opens it, orders and pays "+
			"there. Nothing is reserved or charged before that.", t.prepareCart)
}

// addTool adds a tool that reads.
func addTool[In, Out any](t *tools, s *mcp.Server, name, description string,
	call func(context.Context, In) (Out, error)) {
	openWorld := false
	mcp.AddTool(s, &mcp.Tool{
		Name: name, Description: description,
		InputSchema: schemaOf[In](), OutputSchema: schemaOf[Out](),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &openWorld},
	}, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := call(ctx, in)
		if err != nil {
			return nil, out, t.toolError(ctx, err)
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: textOf(out)}}}, out, nil
	})
}

// textOf returns an output as JSON with its signs as they are: a model that reads text copies links out of it.
func textOf(out any) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(out) // the types are this package's
	return strings.TrimSpace(text.String())
}

// SearchInput is the input of search_experiences.
type SearchInput struct {
	Query    string `json:"query,omitempty" jsonschema:"words, as a traveller would type them"`
	City     string `json:"city,omitempty" jsonschema:"a city's id or name"`
	Category string `json:"category,omitempty" jsonschema:"a category's id or name"`
	Date     string `json:"date,omitempty" jsonschema:"YYYY-MM-DD: only what can be booked that day"`
	MaxPrice int    `json:"maxPrice,omitempty" jsonschema:"in minor units of the shop's currency"`
	Language string `json:"language,omitempty" jsonschema:"of the texts: en, ar or another language of the shop"`
	Limit    int    `json:"limit,omitempty" jsonschema:"how many, 10 if absent, at most 24"`
}

// SearchOutput is the output of search_experiences.
type SearchOutput struct {
	Total       int          `json:"total" jsonschema:"how many there are in all"`
	Experiences []Experience `json:"experiences"`
}

const (
	defaultResults = 10
	maxResults     = 24
)

func (t *tools) search(ctx context.Context, in SearchInput) (out SearchOutput, err error) {
	shop, err := t.shopIn(in.Language)
	if err != nil {
		return out, err
	}
	d := shop.Deployment
	filter, err := t.placeFilter(ctx, &shop, &in)
	if err != nil {
		return out, err
	}
	filter.Price = search.Range{Max: max(in.MaxPrice, 0)}
	q := search.Query{
		Text: in.Query, Page: 1, PageSize: min(cmp.Or(max(in.Limit, 0), defaultResults), maxResults),
		Currency: cmp.Or(d.ShownCurrency, d.Currency), Exchange: d.Exchange, Filter: filter,
	}
	if in.Date != "" {
		q.Only = func(ctx context.Context, slugs []string) ([]bool, error) {
			return t.Booking.BookableOn(ctx, d, in.Date, slugs)
		}
	}
	found, err := t.Searcher.Query(ctx, d.ID, d.Language, q)
	if err != nil {
		return out, err
	}
	out = SearchOutput{Total: found.Total, Experiences: []Experience{}}
	for _, data := range found.Cards {
		var card payload.ProductCard
		if err := json.Unmarshal(data, &card); err != nil {
			return out, err
		}
		p, err := t.Booking.Product(d, card.Slug)
		if err != nil {
			return out, err
		}
		out.Experiences = append(out.Experiences, experienceOf(&card, d.HomeURL+p.Path))
	}
	return out, nil
}

// ExperienceInput is the input of get_experience.
type ExperienceInput struct {
	Product  string `json:"product" jsonschema:"its id, from search_experiences"`
	Language string `json:"language,omitempty" jsonschema:"of the texts"`
}

// ExperienceOutput is the output of get_experience.
type ExperienceOutput struct {
	Product      string           `json:"product"`
	Title        string           `json:"title"`
	City         string           `json:"city"`
	Supplier     string           `json:"supplier"`
	Confirmation string           `json:"confirmation" jsonschema:"instant, or on_request if the supplier answers each booking"`
	Status       string           `json:"status"`
	TimeZone     string           `json:"timeZone"`
	Minutes      int              `json:"minutes,omitempty"`
	Nights       int              `json:"nights,omitempty"`
	Options      []Option         `json:"options"`
	Extras       []Extra          `json:"extras,omitempty"`
	MeetingPoint payload.Location `json:"meetingPoint"`
	Pickup       []string         `json:"pickup,omitempty" jsonschema:"where travellers are collected"`
	Image        string           `json:"image,omitempty"`
	// PriceOnRequest is true of a product without a fixed price. It has no prices.
	PriceOnRequest bool   `json:"priceOnRequest,omitempty" jsonschema:"the traveller requests a price on the page; there is none before"`
	URL            string `json:"url"`
	MarkdownURL    string `json:"markdownUrl" jsonschema:"the page as Markdown: description, itinerary, what is included, reviews"`
}

func (t *tools) experience(_ context.Context, in ExperienceInput) (out ExperienceOutput, err error) {
	shop, err := t.shopIn(in.Language)
	if err != nil {
		return out, err
	}
	d := shop.Deployment
	p, err := t.Booking.Product(d, in.Product)
	if err != nil {
		return out, err
	}
	out = ExperienceOutput{
		Product: p.Slug, Title: p.Title, City: p.City.Name, Supplier: p.Supplier.Name,
		Confirmation: string(p.Supplier.Confirmation), Status: string(p.Status), TimeZone: p.TimeZone.String(),
		Minutes: p.Duration.Minutes, Nights: p.Duration.Nights, Options: []Option{}, MeetingPoint: p.Location,
		PriceOnRequest: p.NoFixedPrice, URL: d.HomeURL + p.Path, MarkdownURL: d.HomeURL + p.Path + "/index.md",
	}
	if p.Image.Src != "" {
		out.Image = origin(&shop) + p.Image.Src
	}
	for i := range p.Options {
		out.Options = append(out.Options, optionOf(p, &p.Options[i], d.Language))
	}
	for i := range p.Extras {
		out.Extras = append(out.Extras, extraOf(p, &p.Extras[i]))
	}
	if p.Pickup != nil {
		for _, point := range p.Pickup.Points {
			out.Pickup = append(out.Pickup, point.Name)
		}
	}
	return out, nil
}

// origin returns the protocol and host of the storefront.
func origin(s *Shop) string {
	return strings.TrimSuffix(s.Deployment.HomeURL, route.LanguagePrefix(s.Deployment.Language, s.Site.Languages[0]))
}

// AvailabilityInput is the input of check_availability.
type AvailabilityInput struct {
	Product string `json:"product"`
	Option  string `json:"option,omitempty" jsonschema:"an option's id; all options if absent"`
	Date    string `json:"date,omitempty" jsonschema:"YYYY-MM-DD: the starts of that day"`
	Month   string `json:"month,omitempty" jsonschema:"YYYY-MM: the days of that month, if no date is given"`
}

// AvailabilityOutput is the output of check_availability.
type AvailabilityOutput struct {
	TimeZone string  `json:"timeZone"`
	Starts   []Start `json:"starts,omitzero" jsonschema:"of the date; empty if there are none"`
	Days     []Day   `json:"days,omitzero" jsonschema:"of the month that can be booked, if no date was given"`
}

func (t *tools) availability(ctx context.Context, in AvailabilityInput) (out AvailabilityOutput, err error) {
	shop, err := t.shopIn("")
	if err != nil {
		return out, err
	}
	d := shop.Deployment
	p, err := t.Booking.Product(d, in.Product)
	if err != nil {
		return out, err
	}
	var options []string
	for i := range p.Options {
		options = append(options, p.Options[i].ID)
	}
	if in.Option != "" {
		options = []string{in.Option}
	}
	out.TimeZone = p.TimeZone.String()
	if in.Date != "" {
		out.Starts = []Start{}
	} else {
		out.Days = []Day{}
	}
	for _, option := range options {
		if in.Date != "" {
			err = t.addStarts(ctx, d, &in, option, &out)
		} else {
			err = t.addDays(ctx, d, &in, option, &out)
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

func (t *tools) addStarts(ctx context.Context, d booking.Deployment, in *AvailabilityInput, option string,
	out *AvailabilityOutput) error {
	day, err := t.Booking.Slots(ctx, d, in.Product, option, in.Date, 0)
	if err != nil {
		return err
	}
	for _, s := range day.Slots {
		out.Starts = append(out.Starts, Start{
			Option: option, StartTime: s.StartTime, StartsAt: s.StartsAt, OpeningHours: s.OpeningHours,
			Status: string(s.Status), Vacancies: s.Vacancies,
		})
	}
	return nil
}

func (t *tools) addDays(ctx context.Context, d booking.Deployment, in *AvailabilityInput, option string,
	out *AvailabilityOutput) error {
	if in.Month == "" {
		return fault.New(fault.Invalid, "A date or a month is needed.", fault.Field{Name: "date", Code: fault.Required})
	}
	month, err := t.Booking.Calendar(ctx, d, in.Product, option, in.Month, 0)
	if err != nil {
		return err
	}
	for _, day := range month.Days {
		if day.Status.Bookable() {
			out.Days = append(out.Days, Day{option, day.Date, string(day.Status), day.Vacancies})
		}
	}
	return nil
}

// ChoiceInput is the input of quote and of prepare_cart.
type ChoiceInput struct {
	Product   string             `json:"product"`
	Option    string             `json:"option"`
	Date      string             `json:"date" jsonschema:"YYYY-MM-DD"`
	StartTime string             `json:"startTime,omitempty" jsonschema:"HH:MM, as check_availability lists it"`
	Length    int                `json:"length,omitempty" jsonschema:"days or nights, if the price depends on them"`
	Units     []booking.Quantity `json:"units" jsonschema:"how many of each unit"`
	Extras    []booking.Quantity `json:"extras,omitempty" jsonschema:"how many of each extra"`
	Language  string             `json:"language,omitempty" jsonschema:"of the texts, and of the cart"`
}

// Bounds of the units of a choice, and of its extras, as the booking API and links to carts have them.
const (
	maxQuantities = 50
	maxQuantity   = 10_000
)

func (in *ChoiceInput) validate() error {
	var w form.FieldErrors
	for name, list := range map[string][]booking.Quantity{"units": in.Units, "extras": in.Extras} {
		if len(list) > maxQuantities {
			w.Add(name, fault.Max)
		}
		for _, q := range list {
			if q.Quantity < 0 {
				w.Add(name+"."+q.ID, fault.Min)
			}
			if q.Quantity > maxQuantity {
				w.Add(name+"."+q.ID, fault.Max)
			}
		}
	}
	return w.Err("The choice is not valid.")
}

func (in *ChoiceInput) choice() booking.Choice {
	return booking.Choice{
		Product: in.Product, Option: in.Option, Date: in.Date, StartTime: in.StartTime, Length: in.Length,
		Units: in.Units, Extras: in.Extras,
	}
}

// QuoteOutput is the output of quote.
type QuoteOutput struct {
	Available  bool   `json:"available"`
	Status     string `json:"status"`
	Vacancies  int    `json:"vacancies"`
	Travellers int    `json:"travellers"`
	Total      Money  `json:"total"`
	Lines      []Line `json:"lines"`
}

func (t *tools) quote(ctx context.Context, in ChoiceInput) (out QuoteOutput, err error) {
	c, shop, err := t.checkChoice(ctx, &in)
	if err != nil {
		return out, err
	}
	currency := c.Product.Currency
	return QuoteOutput{
		Available: c.Unavailable == nil, Status: string(c.Status), Vacancies: c.Vacancies, Travellers: c.Travellers,
		Total: moneyOf(c.Price.Total, currency), Lines: linesOf(&c.Price, currency, shop.Deployment.Language),
	}, nil
}

// checkChoice returns the price and the availability of a choice that has a fixed price.
func (t *tools) checkChoice(ctx context.Context, in *ChoiceInput) (c booking.ChoiceCheck, shop Shop, err error) {
	if err = in.validate(); err != nil {
		return c, shop, err
	}
	if shop, err = t.shopIn(in.Language); err != nil {
		return c, shop, err
	}
	if c, err = t.Booking.CheckChoice(ctx, shop.Deployment, in.choice()); err != nil {
		return c, shop, err
	}
	if c.Product.NoFixedPrice {
		return c, shop, fault.New(fault.NotPossible,
			"This experience has no fixed price: the traveller requests one at "+shop.Deployment.HomeURL+c.Product.Path)
	}
	return c, shop, nil
}

// CartOutput is the output of prepare_cart.
type CartOutput struct {
	URL   string `json:"url" jsonschema:"for the traveller to open"`
	Total Money  `json:"total" jsonschema:"that the cart shows, unless the price or the availability changes before"`
}

func (t *tools) prepareCart(ctx context.Context, in ChoiceInput) (out CartOutput, err error) {
	c, shop, err := t.checkChoice(ctx, &in)
	if err != nil {
		return out, err
	}
	if c.Unavailable != nil {
		return out, c.Unavailable
	}
	out.Total = moneyOf(c.Price.Total, c.Product.Currency)
	link := buylink.Link{Choice: in.choice(), Total: out.Total.Amount, Currency: out.Total.Currency}
	out.URL = shop.Deployment.HomeURL + link.String()
	return out, nil
}
