package source_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
	"storefront/internal/content/font"
	"storefront/internal/content/media"
	"storefront/internal/content/source"
)

// check returns the mistakes and warnings of a folder, with paths below it.
func check(root string) (all []string) {
	reader := source.NewReader(root)
	library, found := reader.Library(media.Read, media.ReadDrawing, font.Read)
	known := map[string]bool{}
	slugs := reader.ProductSlugs(&found)
	for _, slug := range slugs {
		known[slug] = true
	}
	for _, slug := range slugs {
		_, more := reader.Product(slug, library, known)
		found = append(found, more...)
	}
	for _, folder := range reader.PostFolders(&found) {
		_, more := reader.Post(folder, library, known)
		found = append(found, more...)
	}
	diag.Sort(found)
	for _, d := range found {
		all = append(all, strings.TrimPrefix(d.String(), root+"/"))
	}
	return all
}

func TestValidContentHasNoMistakes(t *testing.T) {
	if all := check(contenttest.Copy(t)); len(all) != 0 {
		t.Errorf("found %v", all)
	}
}

// ourTeam writes a custom page.
func ourTeam(t *testing.T, root, slug, choice string) {
	t.Helper()
	for language, title := range map[string]string{"en": "Our team", "ar": "فريقنا من المرشدين"} {
		contenttest.Write(t, root, "pages/"+slug+"/"+language+".md",
			"---\ntitle: "+title+"\ndescription: Who we are.\n---\nGuides.\n")
	}
	if choice != "" {
		contenttest.Write(t, root, "pages/"+slug+"/page.yaml", choice)
	}
}

func TestCustomPagesAreChecked(t *testing.T) {
	for _, test := range []struct {
		name, slug, choice string
		want               []string
	}{
		{"a page of every deployment", "our-team", "", nil},
		{"a page of one deployment", "our-team", "deployments: [wayfare]\n", nil},
		{"a page of a missing deployment", "our-team", "deployments: [wayfarer]\n", []string{
			`pages/our-team/page.yaml:1:15: there is no deployment "wayfarer"; did you mean "wayfare"?`,
		}},
		{"a page without deployments", "our-team", "deployments: []\n", []string{
			`pages/our-team/page.yaml:1:14: a page without a deployment is shown nowhere; leave deployments out for all`,
		}},
		{"a page with an unknown key", "our-team", "deployment: [wayfare]\n", []string{
			`pages/our-team/page.yaml:1:1: unknown key "deployment"; did you mean "deployments"?`,
		}},
		{"a slug of a route", "cart", "", []string{
			`pages/cart:1:1: the slug cart clashes with the route /cart`,
		}},
		{"a slug of the error page", "404", "", []string{
			`pages/404:1:1: the slug 404 clashes with the route /404`,
		}},
		{"a slug of the MCP endpoint", "mcp", "", []string{
			`pages/mcp:1:1: the slug mcp clashes with the route /mcp`,
		}},
		{"a slug of a server endpoint", "livez", "", []string{
			`pages/livez:1:1: the slug livez clashes with the route /livez`,
		}},
		{"a slug of cart links", "buy", "", []string{
			`pages/buy:1:1: the slug buy clashes with the route /buy`,
		}},
		{"a slug of a category", "desert", "", []string{
			`pages/desert:1:1: the slug desert clashes with the category of that name`,
		}},
		{"a required page limited to one deployment", "about", "deployments: [wayfare]\n", []string{
			`pages/about/page.yaml:1:14: every storefront has the page about: it cannot be left out of one`,
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := contenttest.Copy(t)
			ourTeam(t, root, test.slug, test.choice)
			if got := check(root); !slices.Equal(got, test.want) {
				t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

func TestPageNeedsOnlyTheLanguagesOfItsDeployments(t *testing.T) {
	root := contenttest.Copy(t)
	english, err := os.ReadFile(root + "/deployments/wayfare.yaml")
	if err != nil {
		t.Fatal(err)
	}
	contenttest.Write(t, root, "deployments/other.yaml", strings.NewReplacer("[wayfare.localhost]", "[other.localhost]",
		"[en, ar]", "[en]").Replace(string(english)))
	ourTeam(t, root, "our-team", "deployments: [other]\n")
	contenttest.Remove(t, root, "pages/our-team/ar.md")
	if all := check(root); len(all) != 0 {
		t.Errorf("found %v", all)
	}
}

func TestMistakesAreReportedAtTheirPlace(t *testing.T) {
	const walk = "products/walk/product.yaml"
	for _, test := range []struct {
		name, file, old, new string
		want                 []string
	}{
		{
			"an unknown key", walk, "currency: AED", "curency: AED", []string{
				`products/walk/product.yaml:1:1: "currency" is missing`,
				`products/walk/product.yaml:6:1: unknown key "curency"; did you mean "currency"?`,
			},
		},
		{
			"a chat URL with javascript", "deployments/wayfare.yaml", `"+971 4 555 0142"}`,
			`"+971 4 555 0142", chatUrl: "javascript:alert(1)"}`, []string{
				`deployments/wayfare.yaml:10:76: "javascript:alert(1)" is not an address such as https://wa.me/97145550142`,
			},
		},
		{
			"an unknown value", walk, "OPENING_HOURS", "OPEN", []string{
				`products/walk/product.yaml:4:19: "OPEN" is not one of START_TIME, OPENING_HOURS; did you mean "OPENING_HOURS"?`,
			},
		},
		{
			"an unknown city", walk, "city: dubai", "city: dubay", []string{
				`products/walk/product.yaml:1:7: there is no city "dubay"; did you mean "dubai"?`,
			},
		},
		{
			"an unknown category", walk, "[desert]", "[dessert]", []string{
				`products/walk/product.yaml:2:14: there is no category "dessert"; did you mean "desert"?`,
			},
		},
		{
			"an unknown supplier", walk, "supplier: sands", "supplier: sand", []string{
				`products/walk/product.yaml:3:11: there is no supplier "sand"; did you mean "sands"?`,
			},
		},
		{
			"a missing picture", walk, "dunes.png", "dune.png", []string{
				`products/walk/product.yaml:9:10: there is no picture dune.png in media; did you mean "dunes.png"?`,
			},
		},
		{
			"a wrong latitude", walk, "25.2637", "95.2637", []string{
				`products/walk/product.yaml:8:22: a latitude is between -90 and 90, not 95.2637`,
			},
		},
		{
			"unknown guide languages", walk, "duration: 90m",
			"duration: 90m\nguideLanguages: [jp, eng, ja]", []string{
				`products/walk/product.yaml:8:18: there is no language with the code "jp"`,
				`products/walk/product.yaml:8:22: the language with the code "eng" is written en`,
			},
		},
		{
			"latitude and longitude exchanged", walk, "{latitude: 25.2637, longitude: 55.2972}",
			"{latitude: 55.2972, longitude: 25.2637}", []string{
				`products/walk/product.yaml:8:11: 55.2972, 25.2637 is far from dubai, and 25.2637, 55.2972 is near it; ` +
					`exchange latitude and longitude, here or in cities/dubai/city.yaml`,
			},
		},
		{
			"a longitude without its sign", walk, "{latitude: 25.2637, longitude: 55.2972}",
			"{latitude: 25.2637, longitude: -55.2972}", []string{
				`products/walk/product.yaml:8:11: 25.2637, -55.2972 is far from dubai, and 25.2637, 55.2972 is near ` +
					`it; change the sign of the longitude, here or in cities/dubai/city.yaml`,
			},
		},
		{
			"a refund that is no number", walk, "cancellation: []",
			"cancellation: [{before: 24h, refund: 100%}]", []string{
				`products/walk/product.yaml:12:38: "100%" is not a whole number`,
			},
		},
		{
			"an invalid amount", walk, "price: 600", "price: many", []string{
				`products/walk/product.yaml:16:12: "many" is not an amount such as 395 or 29.50`,
			},
		},
		{
			"a price missing", walk, "    price: 600\n", "", []string{
				`products/walk/product.yaml:14:5: an impossible price: an option of a product priced per BOOKING needs a price`,
			},
		},
		{
			"too many decimals", walk, "price: 600", "price: 600.123", []string{
				`products/walk/product.yaml:16:12: an impossible price: 600.123 has 3 decimals; AED has at most 2`,
			},
		},
		{
			"start times beside opening hours", walk, "  openingHours:", "  startTimes: [09:00]\n  openingHours:",
			[]string{
				`products/walk/product.yaml:11:15: an OPENING_HOURS product has openingHours, not startTimes`,
			},
		},
		{
			"an invalid start time", "products/dunes/product.yaml", "schedule:\n  startTimes: [15:00]",
			"pickup: {points: [{id: gate, minutesBefore: 30, times: [{start: 15:00, time: 14:00}]}]}\nschedule:\n" +
				"  startTimes: [25:00]", []string{
				`products/dunes/ar.md:2:1: a missing translation: pickupPoints "gate" of product.yaml has no text here`,
				`products/dunes/en.md:2:1: a missing translation: pickupPoints "gate" of product.yaml has no text here`,
				`products/dunes/product.yaml:12:16: "25:00" is not a time such as 09:30`,
			},
		},
		{
			"an option without texts", walk, "id: group", "id: groups", []string{
				`products/walk/ar.md:6:3: a missing translation: options "groups" of product.yaml has no text here`,
				`products/walk/ar.md:6:3: there is no "group" among the options of product.yaml; did you mean "groups"?`,
				`products/walk/en.md:6:3: a missing translation: options "groups" of product.yaml has no text here`,
				`products/walk/en.md:6:3: there is no "group" among the options of product.yaml; did you mean "groups"?`,
			},
		},
		{
			"a YAML error", walk, "categories: [desert]", "categories: [desert", []string{
				`products/walk/product.yaml:2:13: this bracket is not closed: ] is missing`,
			},
		},
		{
			"front matter missing", "pages/about/en.md", "---\ntitle: About\n", "title: About\n", []string{
				`pages/about/en.md:1:1: front matter is expected here: a line ---, keys, and a line ---`,
			},
		},
		{
			"a language missing", "labels.yaml", ", ar: جديد", "", []string{
				`labels.yaml:1:6: the text in "ar" is missing`,
			},
		},
		{
			"an unknown product of a post", "blog/camps/en.md", "[dunes]", "[dune]", []string{
				`blog/camps/en.md:6:12: there is no product "dune"; did you mean "dunes"?`,
			},
		},
		{
			"a redirect to itself", "redirects.yaml", "to: /things-to-do", "to: /offers", []string{
				`redirects.yaml:1:23: this redirect leads to itself`,
			},
		},
		{
			"stars out of range", "testimonials/maren/testimonial.yaml", "rating: 5", "rating: 6", []string{
				`testimonials/maren/testimonial.yaml:2:9: a rating is 1 to 5 stars, not 6`,
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := contenttest.Copy(t)
			contenttest.Replace(t, root, test.file, test.old, test.new)
			if got := check(root); !slices.Equal(got, test.want) {
				t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}
