package engine_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
	"storefront/tests/drill"
)

// A mistake is one edit of correct content, and the message about it. want is the place and the beginning
// of the message, "file:line:col: message". An edit without old writes the file; without old and new it removes it.
type mistake struct {
	file, old, new string
	want           string
}

const (
	product = "products/dunes/product.yaml"
	shop    = "deployments/wayfare.yaml"
)

// theme returns the default light palette with one replacement.
func theme(old, new string) string {
	const house = "theme: {light: {ink: '#12262b', paper: '#f7f8f5', surface: '#ffffff', wash: '#dcebe6', accent: " +
		"'#f2b233', " +
		"onAccent: '#12262b', muted: '#51656a', border: '#7c8e90', hairline: '#c9d2d0', link: '#0b5a6b', error: " +
		"'#a6193c'}}"
	return strings.Replace(house, old, new, 1)
}

func baseURLMistake(written string) string {
	return fmt.Sprintf("deployments/wayfare.yaml:2:10: %q is not an address such as https://www.wayfare.example",
		written)
}

// drawings are drawings and fonts for mistakes in logos and fonts. Unless a deployment names them, they are ignored.
var drawings = map[string]string{
	"media/sign.svg":    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 32"/>`,
	"media/no-size.svg": `<svg xmlns="http://www.w3.org/2000/svg"/>`,
	"media/script.svg":  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 32"><script>alert(1)</script></svg>`,
	"media/text.svg":    "a sign",
	"media/text.woff2":  "a font",
}

var mistakes = []mistake{
	// YAML itself
	{product, "categories: [desert]", "categories: [desert",
		"products/dunes/product.yaml:2:13: this bracket is not closed: ] is missing"},
	{product, "city: dubai", "city: dubai\ncity: muscat", `products/dunes/product.yaml:2:1: `},
	{product, "city: dubai", "\tcity: dubai", "products/dunes/product.yaml:1:"},
	{product, "city: dubai", "city: !!str dubai", "products/dunes/product.yaml:1:7: tags such as"},
	{product, "city: dubai", "city: " + strings.Repeat("[", 100_000),
		"products/dunes/product.yaml:1:1: nested too deeply"},
	{"redirects.yaml", "", "- &a [x, x, x, x, x, x, x, x]\n- &b [*a, *a, *a, *a, *a, *a, *a, *a]\n- &c [*b, *b, " +
		"*b, *b, *b, *b, *b, *b]\n" +
		"- &d [*c, *c, *c, *c, *c, *c, *c, *c]\n- [*d, *d, *d, *d, *d, *d, *d, *d]\n",
		"redirects.yaml:5:4: aliases repeat too much here"},
	{shop, "pageSize: 12", "pageSize: 12\ntheme: {light: {ink: #000, paper: '#fff'}}",
		"deployments/wayfare.yaml:9:22: YAML reads #000 as a comment: colours and other texts with # need quotation " +
			"marks, '#000'"},
	{product, "price: 275.50", "price: 1,150",
		`products/dunes/product.yaml:22:32: unknown key "150"; within { } a comma separates entries: write numbers`},
	{"blog/camps/en.md", "date:", "description: Tea: hot\ndate:",
		"blog/camps/en.md:3:14: a text with a colon and a space needs quotation marks"},
	{"products/dunes/en.md", "---\ntitle", "title", "products/dunes/en.md:1:1: front matter is expected here"},
	{"products/dunes/en.md", "\n---\nSee", "\nSee",
		"products/dunes/en.md:1:1: the front matter that begins here has no closing line"},
	{"faq/topics.yaml", "", "", "faq/topics.yaml:1:1: this file is missing, and the questions of faq are shown by its"},
	{"faq/topics.yaml", "", "\x00\x01", "faq/topics.yaml:1:1: this file has a NUL character"},
	{"products/dunes/en.md", "See also", "Caf\xe9", "products/dunes/en.md:12:4: this file is not text in UTF-8"},
	{"blog/camps/en.md", "\ntitle: ", "\ntitle: &", "blog/camps/en.md:2:8: YAML reads &"},
	{"pages/about/en.md", "---\ntitle: About\n", "--- x\n", "pages/about/en.md:1:1: front matter is expected"},
	{"pages/about/en.md", "---\ntitle: About", "---\n- About\n---\n", "pages/about/en.md:2:1: keys with values are " +
		"expected here, not a list"},
	{product, "city: dubai", "city：dubai",
		"products/dunes/product.yaml:1:5: this is a wide colon, ：; a key has a plain one and a space after it"},
	{"products/dunes/en.md", "---\ntitle: ", "---\ntitle:\u3000",
		"products/dunes/en.md:2:7: this is a wide space; a plain one follows a key's colon"},
	{product, "price: 275.50", "price：275.50",
		`products/dunes/product.yaml:22:23: unknown key "price：275.50"; a key is followed by a plain colon and a plain space`},
	{product, "city: dubai", "status: closed\ncity: dubai", `products/dunes/product.yaml:1:9: "closed" is not one of ` +
		`AVAILABLE, SOLD_OUT, CLOSED; did you mean "CLOSED"?`},
	{product, "city: dubai", "status: DRAFT\ncity: dubai", `products/dunes/product.yaml:1:9: "DRAFT" is not one of ` +
		"AVAILABLE, SOLD_OUT, CLOSED; a product that is not public yet has draft: true"},
	{"redirects.yaml", "", "- {to: /blog}\n", `redirects.yaml:1:3: "from" is missing`},
	// a second document, which no reader would read
	{product, "city: dubai", "city: dubai\n---\ndraft: true", "products/dunes/product.yaml:2:1: what " +
		"follows this line --- is not read: a file is one document; remove the line"},
	{product, "city: dubai", "---\ncity: dubai\n---\ndraft: true",
		"products/dunes/product.yaml:3:1: what follows this line ---"},
	{product, "city: dubai", "city: dubai\n...\ndraft: true",
		"products/dunes/product.yaml:2:1: what follows this line ..."},
	{"blog/camps/en.md", "date:", "...\ndraft: true\ndate:", "blog/camps/en.md:3:1: what follows this line ..."},
	{"pages/about/en.md", "description:", "...\ndraft: true\ndescription:", "pages/about/en.md:3:1: what follows"},
	{"redirects.yaml", "", "- {from: /x, to: /blog}\n---\n- {from: /y, to: /blog}\n",
		"redirects.yaml:2:1: what follows"},
	{shop, "pageSize: 12", "---\npageSize: 12", "deployments/wayfare.yaml:8:1: what follows this line ---"},
	{"cities/dubai/city.yaml", "Asia/Dubai", "Asia/Dubai\n...\n--- {draft: true}",
		"cities/dubai/city.yaml:3:1: what follows"},
	{"texts/en.yaml", "", "---\n---\nnav.blog: Tales\n", "texts/en.yaml:2:1: what follows this line ---"},
	// names of files
	{"blog/camps/EN.md", "", "---\n---\n",
		"blog/camps/EN.md:1:1: this file is not read: write its name in lower case, en.md"},
	{product, "city: dubai", "related: [dunes]\ncity: dubai",
		"products/dunes/product.yaml:1:11: this is the product itself: name others"},
	{product, "city: dubai", "related: [dune]\ncity: dubai",
		`products/dunes/product.yaml:1:11: there is no other product "dune"`},
	// parts of prose
	{"blog/camps/en.md", "Ask [us]", "::card{product=dunse}\n\nAsk [us]",
		`blog/camps/en.md:10:16: there is no product "dunse"; did you mean "dunes"?`},
	{"blog/camps/en.md", "Ask [us]", "::crad{product=dunes}\n\nAsk [us]",
		`blog/camps/en.md:10:3: there is no part "crad"; parts are card, cards, gallery, map, note, toc, video; did ` +
			`you mean "card"?`},
	{"blog/camps/en.md", "Ask [us]", "::cards{city=dubia}\n\nAsk [us]",
		`blog/camps/en.md:10:14: there is no city "dubia"; did you mean "dubai"?`},
	{"blog/camps/ar.md", "\n---\n", "\n---\n::gallery{pictures=\"dunes.png, x.png\"}\n\n",
		`blog/camps/ar.md:7:21: there is no picture "dunes.png," in media; spaces separate pictures, not commas`},
	{"blog/camps/ar.md", "\n---\n", "\n---\n::gallery{pictures=\"dunes.png dune.png\"}\n\n",
		`blog/camps/ar.md:7:31: there is no picture dune.png in media; did you mean "dunes.png"?`},
	{"pages/about/en.md", "We are few.", "We are few.\n\n::card{product=x}",
		`pages/about/en.md:7:16: there is no product "x"`},
	{"cities/dubai/en.md", "What there is to do.", "::toc\n\nWhat there is to do.",
		"cities/dubai/en.md:5:3: toc is possible in stories and pages only"},
	{"faq/pay/en.md", "\n---\n", "\n---\n:::note\nNo end.\n\n",
		"faq/pay/en.md:4:4: this note has no end: a line with :::"},
	{shop, "pageSize: 12", "pageSize: 12\nvideos: [youtub]",
		`deployments/wayfare.yaml:9:10: "youtub" is not a provider of videos; they are youtube, vimeo; did you mean ` +
			`"youtube"?`},
	{shop, "pageSize: 12", "pageSize: 12\nmaps: googlemaps",
		`deployments/wayfare.yaml:9:7: "googlemaps" is not a provider of maps; that is openstreetmap`},
	// units that need others where products come from
	{product, "currency:", "sourceId: W-1\ncurrency:",
		`products/walk/product.yaml:13:11: products/dunes has the sourceId "W-1" of this supplier too: an update of an ` +
			`import would confuse the two; remove the line from a copy`},
	{product, "ages: {min: 5, max: 11}", "ages: {min: 5, max: 11}, accompaniedBy: [adlt]",
		`products/dunes/product.yaml:22:79: the option has no other unit "adlt"; did you mean "adult"?`},
	{product, "ages: {min: 5, max: 11}", "ages: {min: 5, max: 11}, accompaniedBy: [child]",
		`products/dunes/product.yaml:22:79: the option has no other unit "child"`},
	{product, "ages: {min: 5, max: 11}", "ages: {min: 5, max: 11}, accompaniedBy: [adult, adult]",
		`products/dunes/product.yaml:22:86: the unit "adult" appears twice`},
	// keys and types
	{product, "currency:", "currncy:",
		`products/dunes/product.yaml:6:1: unknown key "currncy"; did you mean "currency"?`},
	{product, "leadTime", "leadtime",
		`products/dunes/product.yaml:12:3: unknown key "leadtime"; did you mean "leadTime"?`},
	{"products/dunes/en.md", "place:", "plaice:",
		`products/dunes/en.md:4:1: unknown key "plaice"; did you mean "place"?`},
	{"deployments/wayfare.yaml", "layoutType", "layout",
		`deployments/wayfare.yaml:4:1: unknown key "layout"; did you mean "layoutType"?`},
	{"products/dunes/en.md", "place:", "highlights:\n  - Dunes\n   - Tea\nplace:",
		`products/dunes/en.md:6:4: this line is read as part of the text above: the items of a list begin one below the other`},
	{"products/dunes/en.md", "place:", "highlights:\n  - Note: bring water\nplace:",
		`products/dunes/en.md:5:5: a text is expected here, not keys with values; a text with a colon and a space needs ` +
			`quotation marks`},
	{product, "city: dubai\n", "", `products/dunes/product.yaml:1:1: "city" is missing`},
	{product, "city: dubai", "city:", `products/dunes/product.yaml:1:1: "city" has no value`},
	{product, "capacity: 12", "capacity: 12\n    minimumParticipants: 4",
		"products/dunes/product.yaml:19:26: a minimum needs decideBefore"},
	{product, "capacity: 12", "capacity: 12\n    minimumParticipants: 13\n    decideBefore: 24h",
		"products/dunes/product.yaml:19:26: the option has 12 seats, fewer than the minimum"},
	{product, "capacity: 12", "capacity: 12\n    decideBefore: 24h",
		"products/dunes/product.yaml:19:19: decideBefore belongs to minimumParticipants"},
	{product, "capacity: 12", "capacity: many", `products/dunes/product.yaml:18:15: "many" is not a whole number`},
	{product, "latitude: 25.0342", "latitude: north", `products/dunes/product.yaml:8:22: "north" is not a number`},
	{product, "images: [dunes.png]", "images: dunes.png", "products/dunes/product.yaml:9:9: a list is expected here"},
	{product, "duration: 6h", "duration: six hours",
		`products/dunes/product.yaml:7:11: "six hours" is not a duration such as 45m`},
	{product, "city: dubai", "pickup: {points: [{id: mall, time: 15:30}]}\ncity: dubai",
		`products/dunes/product.yaml:1:36: the pickup at 15:30 is after the start of option "shared" at 15:00; write minutesBefore`},
	{product, "city: dubai", "pickup: {points: [{id: mall, minutesBefore: 900}]}\ncity: dubai",
		"products/dunes/product.yaml:1:45: a pickup is 0 to 720 minutes before the start"},
	{product, "startTimes: [15:00]", "startTimes: [25:00]",
		`products/dunes/product.yaml:11:16: "25:00" is not a time such as 09:30`},
	{product, "availabilityType: START_TIME", "availabilityType: SOMETIMES",
		`products/dunes/product.yaml:5:19: "SOMETIMES" is not one of START_TIME`},
	{"deployments/wayfare.yaml", "supplier: false", "supplier: no",
		`deployments/wayfare.yaml:5:11: "no" is not true or false`},
	{"deployments/wayfare.yaml", "supplier: false", "supplier: false\nexchange: {date: 2026-11-20, rates: {USD: 1,08}}",
		`deployments/wayfare.yaml:6:45: unknown key "08"; within { } a comma separates entries`},
	// references
	{product, "city: dubai", "city: dubia",
		`products/dunes/product.yaml:1:7: there is no city "dubia"; did you mean "dubai"?`},
	{product, "[desert]", "[dessert]",
		`products/dunes/product.yaml:2:14: there is no category "dessert"; did you mean "desert"?`},
	{"suppliers/sands.yaml", "confirmation: instant", "confirmation: instant\nemail: sands",
		`suppliers/sands.yaml:3:8: "sands" is not an e-mail address`},
	{"suppliers/sands.yaml", "confirmation: instant", "confirmation: instant\nemail: a@sands.example\nlanguage: tlh",
		`suppliers/sands.yaml:4:11: "tlh" is not a language of storefronts; languages are ar, en, and with their texts ` +
			`in content/texts fr, es, de, ru, tr, az, zh, it, he, fa, pt; did you mean "tr"?`},
	{"suppliers/sands.yaml", "confirmation: instant", "confirmation: instant\nemail: a@sands.example\nnotify: [newest]",
		`suppliers/sands.yaml:4:10: "newest" is not news for suppliers; they are new, changed, cancelled, day`},
	{"suppliers/sands.yaml", "confirmation: instant", "confirmation: instant\nnotify: [day]",
		`suppliers/sands.yaml:3:9: news need an email to be sent to`},
	{product, "supplier: sands", "supplier: sand",
		`products/dunes/product.yaml:3:11: there is no supplier "sand"; did you mean "sands"?`},
	{product, "labels: [new]", "labels: [top-rated]",
		`products/dunes/product.yaml:4:10: reviews earn the label "top-rated"`},
	{product, "labels: [new]", "labels: [knew]", `products/dunes/product.yaml:4:10: there is no label "knew"`},
	{product, "images: [dunes.png]", "images: [dune.png]",
		"products/dunes/product.yaml:9:10: there is no picture dune.png in media; did you mean"},
	{"media/dunes.png", "", "not a picture", "media/dunes.png:1:1: this is not a picture"},
	{"media/ar.yaml", "", "", `media/ar.yaml:1:1: `},
	{"testimonials/maren/testimonial.yaml", "product: dunes", "product: dune",
		`testimonials/maren/testimonial.yaml:1:10: there is no product "dune"`},
	{"deployments/wayfare.yaml", "supplier: false", "supplier: false\nsells: {cities: [doha]}",
		`deployments/wayfare.yaml:6:18: "doha" is not among the cities`},
	// menus
	{"deployments/wayfare.yaml", "supplier: false", "supplier: false\nmenu: [{to: /our-team}]",
		`deployments/wayfare.yaml:6:13: a dead link: this deployment has no page /our-team`},
	{"deployments/wayfare.yaml", "supplier: false", "supplier: false\nmenu: [{to: /about}, {to: /about}]",
		`deployments/wayfare.yaml:6:27: /about appears twice in this list`},
	{"deployments/wayfare.yaml", "supplier: false",
		"supplier: false\nmenu: [{to: 'javascript:alert(1)', name: {en: Us, ar: نحن}}]",
		`deployments/wayfare.yaml:6:13: links do not lead to javascript: addresses; they begin with https://, mailto: or tel:`},
	{"deployments/wayfare.yaml", "supplier: false", "supplier: false\nmenu: [{to: 'https://jobs.example/'}]",
		`deployments/wayfare.yaml:6:8: a link to another site needs a name`},
	{"deployments/wayfare.yaml", "supplier: false", "supplier: false\nmenu: [{to: our-team}]",
		`deployments/wayfare.yaml:6:13: "our-team" is neither a path such as /our-team nor an address`},
	{"deployments/wayfare.yaml", "supplier: false", "supplier: false\nmenu: [{to: /ar/about}]",
		`deployments/wayfare.yaml:6:13: links are written without language and final slash: write /about`},
	{"deployments/wayfare.yaml", "supplier: false", "supplier: false\nmenu: [{to: /about, name: {en: Us}}]",
		`deployments/wayfare.yaml:6:27: the text in "ar" is missing`},
	{"deployments/wayfare.yaml", "supplier: false", "supplier: false\nmenu: []",
		`deployments/wayfare.yaml:6:7: this list is empty; leave menu out for what the layout has`},
	{"deployments/wayfare.yaml", "supplier: false", "supplier: false\nmenu: [{to: /offers}]",
		`deployments/wayfare.yaml:6:8: this page has no title of its own: the link needs a name`},
	{"deployments/wayfare.yaml", "supplier: false", "supplier: false\nmenu: [{too: /about}]",
		`deployments/wayfare.yaml:6:9: unknown key "too"; did you mean "to"?`},
	{"deployments/wayfare.yaml", "supplier: false",
		"supplier: false\nfooter: [{title: {en: Us, ar: نحن}, links: [{to: 'product:dune'}]}]",
		`deployments/wayfare.yaml:6:50: a dead link: this deployment has no page product:dune`},
	{"deployments/wayfare.yaml", "supplier: false",
		"supplier: false\nfooter: [{title: {en: Us}, links: [{to: /about}]}]",
		`deployments/wayfare.yaml:6:18: the text in "ar" is missing`},
	{"deployments/wayfare.yaml", "supplier: false",
		"supplier: false\nfooter: [{title: {en: Us, ar: نحن}, links: []}]",
		`deployments/wayfare.yaml:6:44: this list is empty; leave its column out`},
	{"deployments/wayfare.yaml", "supplier: false",
		"supplier: false\nsocial: [{name: Instagram, to: 'http://instagram.example/x'}]",
		`deployments/wayfare.yaml:6:32: "http://instagram.example/x" is not an address such as https://`},
	// pictures
	{"deployments/wayfare.yaml", "supplier: false", "supplier: false\npictureProvider: ipxx",
		`deployments/wayfare.yaml:6:18: "ipxx" is not a provider of pictures; they are ipx, none; did you mean "ipx"?`},
	{"deployments/wayfare.yaml", "supplier: false", "supplier: false\npictureHosts: ['https://images.example.com']",
		`deployments/wayfare.yaml:6:16: "https://images.example.com" is not a host`},
	{"deployments/wayfare.yaml", "supplier: false",
		"supplier: false\npictureProvider: none\npictureHosts: [images.example.com]",
		`deployments/wayfare.yaml:7:16: pictures of other hosts need the proxy`},
	{"media/en.yaml", "dunes.png:", "'https://images.example.com/a.jpg': A camp\ndunes.png:",
		`media/en.yaml:1:1: the host images.example.com is not among the pictureHosts of the deployment "wayfare"`},
	{"media/en.yaml", "dunes.png:", "'https://a b/c.jpg': A camp\ndunes.png:",
		`media/en.yaml:1:1: "https://a b/c.jpg" is not an address of a picture`},
	{"media/en.yaml", "dunes.png:", "'https://images.example.com/a.jpg': A camp\ndunes.png:",
		`media/ar.yaml:1:1: the picture https://images.example.com/a.jpg has no alt text in "ar"`},
	{product, "images: [dunes.png]", "images: ['https://images.example.com/a.jpg']",
		"products/dunes/product.yaml:9:10: there is no picture https://images.example.com/a.jpg in media; one of " +
			"another host has its alt text in media/<language>.yaml, and its host in pictureHosts"},
	{product, "images: [dunes.png]", "images: [../media/dunes.png]",
		"products/dunes/product.yaml:9:10: there is no picture ../media/dunes.png in media; its name there is dunes.p"},
	// translations
	{"products/dunes/ar.md", "", "", `products/dunes/ar.md:1:1: the translation into "ar" is missing`},
	{"products/dunes/ar.md", "  shared: {title: سيارة مشتركة}", "  other: {title: سيارة}",
		`products/dunes/ar.md:6:3: a missing translation: options "shared"`},
	{"products/dunes/en.md", "  quad:", "  quads:", `products/dunes/en.md:8:3: there is no "quads" among the extras`},
	{"suppliers/sands.yaml", "{en: Sands, ar: رمال}", "{en: Sands}",
		`suppliers/sands.yaml:1:7: the text in "ar" is missing`},
	// slugs and addresses
	{"categories/blog/category.yaml", "", "image: dunes.png\n",
		"categories/blog/category.yaml:1:1: the slug blog clashes with the route /blog"},
	{"categories/ar/category.yaml", "", "image: dunes.png\n",
		"categories/ar/category.yaml:1:1: the slug ar clashes with a language's prefix"},
	{"products/Old_Town/product.yaml", "", "city: dubai\n", "products/Old_Town:1:1: the folder's name is not a slug"},
	{"products/dunes/ar.md", "place:", "slug: غروب الكثبان\nplace:",
		`products/dunes/ar.md:4:7: "غروب الكثبان" is not a slug: it has a space`},
	{"products/dunes/en.md", "place:", "slug: i\u0307stanbul\nplace:",
		"products/dunes/en.md:4:7: \"i\u0307stanbul\" is not a slug: it has a dot above a letter that has none on"},
	{"products/dunes/ar.md", "place:", "slug: كثبان/غروب\nplace:",
		`products/dunes/ar.md:4:7: "كثبان/غروب" is not a slug: it has a slash`},
	{"products/dunes/ar.md", "place:", "slug: \"كثبان\u200f\"\nplace:",
		`products/dunes/ar.md:4:7: "كثبان\u200f" is not a slug: it has the invisible character U+200F`},
	{"products/dunes/en.md", "place:", "slug: dunes!\nplace:",
		`products/dunes/en.md:4:7: "dunes!" is not a slug: it has the character ! (U+0021); a slug is`},
	{"products/dunes/ar.md", "place:", "slug: دبــي\nplace:",
		`products/dunes/ar.md:4:7: "دبــي" is not a slug: it has the character ـ (U+0640); a slug is`},
	{"products/dunes/en.md", "place:", "slug: dunes-\nplace:",
		`products/dunes/en.md:4:7: "dunes-" is not a slug: it ends with a hyphen`},
	{"products/dunes/en.md", "place:", "slug: \"-dunes\"\nplace:",
		`products/dunes/en.md:4:7: "-dunes" is not a slug: it begins with a hyphen`},
	{"products/dunes/en.md", "place:", "slug: red--dunes\nplace:",
		`products/dunes/en.md:4:7: "red--dunes" is not a slug: it has two hyphens in a row`},
	{"cities/dubai/en.md", "summary:", "slug: Dubai-City\nsummary:",
		`cities/dubai/en.md:3:7: "Dubai-City" is not a slug: it has capitals; write dubai-city`},
	{"categories/desert/ar.md", "summary:", "slug: سيا\u0654رة\nsummary:",
		"categories/desert/ar.md:3:7: \"سيا\u0654رة\" is not a slug: its letters and their marks are not composed"},
	{"categories/desert/en.md", "summary:", "slug: blog\nsummary:",
		"categories/desert/en.md:3:7: the slug blog clashes with the route /blog"},
	{"blog/camps/ar.md", "date:", "slug: page\ndate:", "blog/camps/ar.md:3:7: the slug page clashes with"},
	{"pages/about/ar.md", "description:", "slug: من-نحن\ndescription:",
		"pages/about/ar.md:3:7: every storefront has this page at /about, in every language"},
	{"products/dunes/ar.md", "place:", "slug: walk\nplace:",
		`products/dunes/ar.md:4:7: the slug walk leads to products/walk in "ar" already`},
	{"cities/dubai/ar.md", "summary:", "aliases: [دبي]\nsummary:",
		`cities/dubai/ar.md:3:11: "دبي" is not a path such as`},
	{"products/dunes/en.md", "product:walk", "product:wlak",
		"products/dunes/en.md:12:21: a dead link: there is no page product:wlak"},
	{"products/dunes/en.md", "(/things-to-do-in-dubai)", "(/things-to-do-in-doha)",
		"products/dunes/en.md:12:54: a dead link: there is no page /things-to-do-in-doha"},
	{"pages/about/en.md", "We are few.", "We [are](/gone) few.",
		"pages/about/en.md:5:10: a dead link: there is no page /gone"},
	{"blog/camps/en.md", "/contact-us", "/contact", "blog/camps/en.md:10:10: a dead link: there is no page /contact"},
	{"pages/about/en.md", "We are few.", "We [are](/stories/camps/#ask) few.",
		"pages/about/en.md:5:10: a dead link: there is no page /stories/camps/#ask; it leads to /blog/camps by an"},
	{"blog/camps/en.md", "## Before", "draft: true\n\n## Before", `blog/camps/en.md:8:1: "draft" is below the front`},
	// marks of Git
	{product, "city: dubai", "<<<<<<< HEAD\ncity: dubai\n=======\ncity: muscat\n>>>>>>> b",
		"products/dunes/product.yaml:1:1: a conflict of Git begins here"},
	{"pages/about/en.md", "We are few.", "We.\n\n<<<<<<< HEAD\nare\n=======\nwere\n>>>>>>> b\n\nfew.",
		"pages/about/en.md:7:1: a conflict of Git begins here"},
	{"products/walk/en.md", "Through the lanes.", "To be written.",
		"products/walk/en.md:8:1: this is a placeholder: write the text"},
	{"blog/camps/en.md", "What to ask.", `"post camps: what visitors get, in one or two plain sentences of 70 to 160 ` +
		`characters; search engines show them too."`,
		"blog/camps/en.md:4:14: this is a placeholder: write the text"},
	{"blog/camps/en.md", "What to ask.", `"post camps: what it is about, in one or two plain sentences of 70 to 160 ` +
		`characters; search engines show them too."`,
		"blog/camps/en.md:4:14: this is a placeholder: write the text"},
	{"pages/about/ar.md", "title: ", "title: \"عنوان: about\" # ",
		"pages/about/ar.md:2:8: this is a placeholder: write the text"},
	{"blog/camps/en.md", "title: Choosing a camp", "title:", `blog/camps/en.md:2:1: "title" has no value`},
	{"blog/camps/en.md", "date:", "draft:\ndate:", `blog/camps/en.md:3:1: "draft" has no value: write true or false`},
	{product, "city: dubai", "draft: # soon\ncity: dubai", `products/dunes/product.yaml:1:1: "draft" has no value`},
	{"products/walk/en.md", "title: Old town walk", "title: \" \"", `products/walk/en.md:2:1: "title" has no value`},
	// keys by which other programs keep a story back
	{"blog/camps/en.md", "date:", "Draft: true\ndate:", `blog/camps/en.md:3:1: "Draft" keeps no story back here: write`},
	{"blog/camps/en.md", "date:", "Entwurf: ja\ndate:", `blog/camps/en.md:3:1: "Entwurf" keeps no story back here: write`},
	{"blog/camps/en.md", "date:", "مسودة: نعم\ndate:", `blog/camps/en.md:3:1: "مسودة" keeps no story back here: write`},
	{"blog/camps/en.md", "date:", "published: no\ndate:", `blog/camps/en.md:3:1: "published" keeps no story back`},
	{"blog/camps/en.md", "date:", "password: sesame\ndate:", `blog/camps/en.md:3:1: "password" keeps no story back`},
	{"blog/camps/en.md", "date:", "build: {render: never}\ndate:", `blog/camps/en.md:3:1: "build" keeps no story back`},
	{"blog/camps/en.md", "date:", "status: private\ndate:", `blog/camps/en.md:3:1: "status" keeps no story back here`},
	{"blog/camps/en.md", "date:", "status: Entwurf\ndate:", `blog/camps/en.md:3:1: "status" keeps no story back here`},
	{"blog/camps/en.md", "date:", "status: archived\ndate:", `blog/camps/en.md:3:1: "status" keeps no story back here`},
	{"blog/camps/en.md", "date:", "situação: não publicado\ndate:", `blog/camps/en.md:3:1: "situação" keeps no story`},
	{"blog/camps/en.md", "date:", "sichtbar: nein\ndate:", `blog/camps/en.md:3:1: "sichtbar" keeps no story back here`},
	{"blog/camps/en.md", "date:", "durum: arşivlendi\ndate:", `blog/camps/en.md:3:1: "durum" keeps no story back here`},
	{"blog/camps/en.md", "date:", "סטטוס: טיוטה\ndate:", `blog/camps/en.md:3:1: "סטטוס" keeps no story back here: write`},
	{"blog/camps/en.md", "date:", "الحالة: مسودة\ndate:", `blog/camps/en.md:3:1: "الحالة" keeps no story back here: write`},
	{"blog/camps/en.md", "date:", "archivado: sí\ndate:", `blog/camps/en.md:3:1: "archivado" keeps no story back here`},
	{"blog/camps/en.md", "date:", "phase: brouillon\ndate:", `blog/camps/en.md:3:1: "phase" keeps no story back here`},
	{"blog/camps/en.md", "date:", "publishDate: 2027-01-01\ndate:",
		`blog/camps/en.md:3:1: "publishDate" keeps no story back here: write it as date`},
	{"blog/camps/en.md", "date:", "expirydate: 2026-10-02\ndate:",
		`blog/camps/en.md:3:1: "expirydate" keeps no story back here: write it as expiryDate`},
	{"blog/camps/en.md", "date:", "drfat: true\ndate:",
		`blog/camps/en.md:3:1: unknown key "drfat"; if it is "draft": write draft: true`},
	{"blog/camps/en.md", "date:", "pasword: sesame\ndate:",
		`blog/camps/en.md:3:1: unknown key "pasword"; if it is "password": write draft: true`},
	{"blog/camps/en.md", "date:", "expriyDate: 2026-10-02\ndate:",
		`blog/camps/en.md:3:1: unknown key "expriyDate"; if it is "expiryDate": write it as expiryDate`},
	{"blog/camps/en.md", "date:", "build: {render: link}\ndate:", `blog/camps/en.md:3:1: "build" keeps no story back`},
	{"blog/camps/en.md", "date:", "permalink: false\ndate:", `blog/camps/en.md:3:1: "permalink" keeps no story back`},
	{shop, "[wayfare.localhost]", "[https://wayfare.example]",
		`deployments/wayfare.yaml:1:9: "https://wayfare.example" is not a host such as www.wayfare.example`},
	{shop, "[wayfare.localhost]", "[]", "deployments/wayfare.yaml:1:8: at least one host is needed"},
	{shop, "[wayfare.localhost]", "[Wayfare.example]", `deployments/wayfare.yaml:1:9: "Wayfare.example" is not a host`},
	{"blog/camps/en.md", "Ask [us]", "![](gone.svg) Ask [us]",
		"blog/camps/en.md:10:5: gone.svg is not a picture: drawings are for logos only, and pictures are WebP"},
	{"blog/camps/en.md", "Ask [us]", "![](gone.webp) Ask [us]", "blog/camps/en.md:10:5: there is no picture gone.webp"},
	// search words
	{"search.yaml", "", "fr:\n  known: [paris]\n", `search.yaml:1:1: no deployment has the language "fr"`},
	{"search.yaml", "", "en:\n  synonyms:\n    - [boat, Boat]\n",
		`search.yaml:3:14: "Boat" is the same to a search as "boat"`},
	{"search.yaml", "", "en:\n  filler: [tour, tour]\n", `search.yaml:2:18: "tour" appears twice in this list`},
	{"search.yaml", "", "en:\n  synonyms:\n    - [boat]\n",
		"search.yaml:3:7: a group of synonyms has two words at least"},
	{"search.yaml", "", "en:\n  known: ['!']\n", `search.yaml:2:11: "!" has no word in it`},
	{"search.yaml", "", "en:\n  known: [one two three four five six]\n",
		"search.yaml:2:11: a phrase has 5 words at most"},
	{"search.yaml", "", "en:\n  names:\n    - {words: [sand], categories: [dessert]}\n",
		`search.yaml:3:36: there is no category "dessert"; did you mean "desert"?`},
	{"search.yaml", "", "en:\n  names:\n    - {words: [sand], products: [duness]}\n",
		`search.yaml:3:34: there is no product "duness"; did you mean "dunes"?`},
	{"search.yaml", "", "en:\n  names:\n    - {words: [sand], audiences: [childs]}\n",
		`search.yaml:3:35: there is no audience "childs"`},
	{"search.yaml", "", "en:\n  names:\n    - {words: [sand]}\n", "search.yaml:3:7: these words lead nowhere"},
	{"search.yaml", "", "en:\n  names:\n    - {words: [sand], sort: name}\n",
		`search.yaml:3:29: "name" is not an order`},
	{"redirects.yaml", "to: /things-to-do", "to: 'javascript:alert(1)'",
		"redirects.yaml:1:23: \"javascript:alert(1)\" is neither a path"},
	{shop, "pageSize: 12", "exchange: {date: 27/11/2026, rates: {EUR: 0.25}}", "deployments/wayfare.yaml:8:18: " +
		`"27/11/2026" is not a day as it is written here: write 2026-11-27`},
	{shop, "pageSize: 12", "exchange: {date: Nov 2026, rates: {EUR: 0.25}}",
		`deployments/wayfare.yaml:8:18: "Nov 2026" is not a day such as 2026-12-02`},
	{"cities/dubai/city.yaml", "country: AE", "country: UK",
		`cities/dubai/city.yaml:1:10: "UK" is not a country code such as AE; did you mean "GB"?`},
	{"cities/dubai/city.yaml", "country: AE", "country: EN",
		`cities/dubai/city.yaml:1:10: there is no country with the code "EN"`},
	{"redirects.yaml", "to: /things-to-do", "to: https://elsewhere.example/",
		"redirects.yaml:1:23: the host elsewhere.example is not among the redirectHosts"},
	// schedules
	{product, "  startTimes: [15:00]\n", "", "products/dunes/product.yaml:11:3: an impossible schedule: it has no " +
		"startTimes"},
	{product, "leadTime: 4h", "weekdays: []", "products/dunes/product.yaml:12:13: an impossible schedule: it has " +
		"no weekday"},
	{product, "leadTime: 4h", "seasons: [{from: 2026-05-01, to: 2026-04-01}]",
		"products/dunes/product.yaml:12:13: an impossible schedule: this season ends (2026-04-01) before it begins"},
	{product, "leadTime: 4h", "seasons: [{from: 2026-05-04, to: 2026-05-05, weekdays: [sun]}]",
		"products/dunes/product.yaml:12:13: an impossible schedule: none of its weekdays"},
	{product, "leadTime: 4h", "openingHours: [{from: 10:00, to: 12:00}]",
		"products/dunes/product.yaml:12:17: a START_TIME product has startTimes"},
	{product, "leadTime: 4h", "closedDays: [2026-02-30]",
		`products/dunes/product.yaml:12:16: "2026-02-30" is not a day`},
	{product, "leadTime: 4h", "closedDays: [25/12]",
		`products/dunes/product.yaml:12:16: "25/12" is not a day as it is written here: write 12-25`},
	{product, "leadTime: 4h", "closedDays: [3/4/2027]",
		`products/dunes/product.yaml:12:16: "3/4/2027" can be read in two ways: write 2027-03-04 or 2027-04-03`},
	{product, "leadTime: 4h", "openingHours: 10:00-18:00",
		`products/dunes/product.yaml:12:17: a list is expected here, such as [{from: 10:00, to: 18:00}], not "10:00-18:00"`},
	{product, "  - {before: 24h, refund: 100}\n  - {before: 6h, refund: 50}", "  24h=100",
		`products/dunes/product.yaml:14:3: a list is expected here, such as [{before: 24h, refund: 100}], not "24h=100"`},
	{product, "ages: {min: 5, max: 11}", "ages: 5-11", `products/dunes/product.yaml:22:44: keys with values such as ` +
		`{min: 4, max: 11} are expected here, not "5-11"`},
	{product, "city: dubai", "draft: True\ncity: dubai",
		`products/dunes/product.yaml:1:8: "True" is not true or false: write true`},
	{product, "before: 6h, refund: 50", "before: 36h, refund: 50",
		"products/dunes/product.yaml:15:5: each tier is nearer to the start"},
	// prices
	{product, "price: 275.50", "price: 275.505", "products/dunes/product.yaml:22:30: an impossible price: 275.505 " +
		"has 3 decimals; AED has at most 2"},
	{product, "price: 275.50", "price: -5", `products/dunes/product.yaml:22:30: "-5" is not an amount`},
	{product, "originalPrice: 450", "originalPrice: 390",
		"products/dunes/product.yaml:21:50: an impossible price: the original price 390 is not above the price 395"},
	{product, "price: 275.50, ", "", "products/dunes/product.yaml:22:9: an impossible price: a unit of a product " +
		"priced per UNIT needs a price"},
	{product, "currency: AED", "currency: DHS", `products/dunes/product.yaml:6:11: "DHS" is not the code of a currency`},
	{"products/walk/product.yaml", "{type: ADULT}", "{type: ADULT, price: 5}",
		"products/walk/product.yaml:19:30: no price belongs here"},
	// numbers that cannot be
	{product, "min: 5, max: 11", "min: 11, max: 5", "products/dunes/product.yaml:22:44: from 11 to 5 is not a range"},
	{product, "latitude: 25.0342", "latitude: 125.0342",
		"products/dunes/product.yaml:8:22: a latitude is between -90 and 90"},
	{"products/dunes/reviews.yaml", "rating: 5", "rating: 6",
		"products/dunes/reviews.yaml:1:43: a rating is 1 to 5 stars"},
	{"cities/dubai/city.yaml", "Asia/Dubai", "Asia/Dubay",
		`cities/dubai/city.yaml:2:11: "Asia/Dubay" is not a time zone`},
	{"cities/dubai/city.yaml", "Asia/Dubai", "Local", `cities/dubai/city.yaml:2:11: "Local" is not a time zone`},
	{"cities/dubai/city.yaml", "Asia/Dubai", "posixrules",
		`cities/dubai/city.yaml:2:11: "posixrules" is not a time zone`},
	{"cities/dubai/city.yaml", "Asia/Dubai", "right/Asia/Dubai",
		`cities/dubai/city.yaml:2:11: "right/Asia/Dubai" is not a time zone`},
	{"deployments/wayfare.yaml", "pageSize: 12", "exchange: {date: 2026-11-20, rates: {USX: 1}}",
		`deployments/wayfare.yaml:8:38: "USX" is not the code of a currency that prices can be in`},
	{"deployments/wayfare.yaml", "pageSize: 12", "exchange: {date: 2026-11-20, rates: {AED: 1}}",
		`deployments/wayfare.yaml:8:38: rates are of one AED: it has none itself`},
	{"deployments/wayfare.yaml", "pageSize: 12", "exchange: {date: 2026-11-20, rates: {USD: 0}}",
		`deployments/wayfare.yaml:8:43: a rate is more than 0`},
	{"deployments/wayfare.yaml", "pageSize: 12", "exchange: {date: 2026-11-20, rates: {USD: 0.0000000001}}",
		`deployments/wayfare.yaml:8:43: a rate has at most 6 digits before the point and 9 behind it`},
	{"deployments/wayfare.yaml", "pageSize: 12", "exchange: {date: 11-20, rates: {USD: 1}}",
		`deployments/wayfare.yaml:8:18: rates are of a day with its year, such as 2026-11-20`},
	{"deployments/wayfare.yaml", "pageSize: 12", "exchange: {rates: {USD: 1}}",
		`deployments/wayfare.yaml:8:11: "date" is missing`},
	{"deployments/wayfare.yaml", "pageSize: 12", "exchange: {date: 2026-11-20, rates: {USD: 1}}\ndefaultCurrency: EUR",
		`deployments/wayfare.yaml:9:18: "EUR" has no rate in exchange, so prices cannot be shown in it`},
	{"deployments/wayfare.yaml", "layoutType: default", "layoutType: defaults",
		`deployments/wayfare.yaml:4:13: "defaults" is not a layout type; they are default, supplier-classic, supplier-editorial, supplier-compact, template-two, template-four, transparent; did you mean "default"?`},
	{shop, "supplier: false", "untranslated: fall-back",
		`deployments/wayfare.yaml:5:15: "fall-back" is not a way to treat untranslated content; they are ` +
			`fallback, omit; did you mean "fallback"?`},
	// ways to pay
	{shop, "pageSize: 12", "payments: [card, paylater]",
		`deployments/wayfare.yaml:8:18: "paylater" is not a way to pay; they are card, pay_later; did you mean "pay_later"?`},
	{shop, "pageSize: 12", "payments: []",
		`deployments/wayfare.yaml:8:11: at least one way to pay is needed; they are card, pay_later`},
	{shop, "languages: [en, ar]", "languages: [en, ar, en]",
		`deployments/wayfare.yaml:6:21: the language "en" appears twice`},
	{shop, "currencies: [AED]", "currencies: [AED, AED]",
		`deployments/wayfare.yaml:7:19: the currency "AED" appears twice`},
	{shop, "pageSize: 12", "payments: [card, card]", `deployments/wayfare.yaml:8:18: card appears twice`},
	{shop, "pageSize: 12", "payLater: {beforeStart: 48h}",
		`deployments/wayfare.yaml:8:11: payments has no pay_later, so nothing is paid later`},
	{shop, "pageSize: 12", "payments: [pay_later]\npayLater: {atStart: true, beforeStart: 48h}",
		`deployments/wayfare.yaml:9:21: atStart replaces beforeStart and afterBooking`},
	// analytics
	{shop, "pageSize: 12", "analytics: {script: https://plausible.io/js/script.js}",
		`deployments/wayfare.yaml:8:12: "consent" is missing`},
	{shop, "pageSize: 12", "analytics: {script: https://plausible.io/js/script.js, consent: maybe}",
		`deployments/wayfare.yaml:8:65: "maybe" is not one of required, not-needed`},
	{shop, "pageSize: 12", "analytics: {script: 'http://plausible.io/js/script.js', consent: required}",
		`deployments/wayfare.yaml:8:21: "http://plausible.io/js/script.js" is not the address of a script such as`},
	{shop, "pageSize: 12", "analytics: {script: 'https://plausible.io', consent: required}",
		`deployments/wayfare.yaml:8:21: "https://plausible.io" is not the address of a script such as`},
	{shop, "pageSize: 12", "analytics: {script: https://plausible.io/js/script.js, consent: required, " +
		"attributes: {onload: alert(1)}}",
		`deployments/wayfare.yaml:8:88: "onload" is not an attribute such as data-domain`},
	// fonts
	{shop, "pageSize: 12", "fonts: {body: {latin: [text.woff2]}}",
		"deployments/wayfare.yaml:8:24: text.woff2: this is not a WOFF2 font; convert it"},
	{shop, "pageSize: 12", "fonts: {heading: {arabic: [txt.woff2]}}",
		`deployments/wayfare.yaml:8:28: there is no font txt.woff2 in media; did you mean "text.woff2"?`},
	{shop, "pageSize: 12", "fonts: {body: {latin: [text.ttf]}}",
		`deployments/wayfare.yaml:8:24: "text.ttf" is not the name of a WOFF2 font of media`},
	{shop, "pageSize: 12", "fonts: {body: {latin: [a.woff2, b.woff2, c.woff2, d.woff2, e.woff2]}}",
		"deployments/wayfare.yaml:8:23: a font has at most 4 files for a script; a variable font needs one"},
	{shop, "pageSize: 12", "fonts: {body: {latin: text.woff2}}",
		"deployments/wayfare.yaml:8:23: a list is expected here"},
	{shop, "pageSize: 12", "fonts: {text: {latin: [text.woff2]}}",
		`deployments/wayfare.yaml:8:9: unknown key "text"`},
	// a theme
	{shop, "pageSize: 12", "theme: {lihgt: {}}",
		`deployments/wayfare.yaml:8:9: unknown key "lihgt"; did you mean "light"?`},
	{shop, "pageSize: 12", theme("ink", "inc"),
		`deployments/wayfare.yaml:8:17: unknown key "inc"; did you mean "ink"?`},
	{shop, "pageSize: 12", theme("ink: '#12262b', ", ""), `deployments/wayfare.yaml:8:16: "ink" is missing`},
	{shop, "pageSize: 12", theme("'#12262b'", "teal"),
		`deployments/wayfare.yaml:8:22: "teal" is not a colour such as "#12262b"`},
	{shop, "pageSize: 12", theme("'#12262b'", "'#122'"),
		`deployments/wayfare.yaml:8:22: "#122" is not a colour such as "#12262b"`},
	{shop, "pageSize: 12", "theme:\n  light:\n    ink: #12262b",
		`deployments/wayfare.yaml:10:5: "ink" has no value; a text that begins with # needs quotation marks`},
	{shop, "pageSize: 12", theme("muted: '#51656a'", "muted: '#7b8b8f'"),
		`deployments/wayfare.yaml:8:135: muted on paper has a contrast of 3.32; at least 4.5 is needed`},
	{shop, "pageSize: 12", theme("muted: '#51656a'", "muted: '#6a7a7e'"),
		`deployments/wayfare.yaml:8:135: muted on wash has a contrast of 3.63; at least 4.5 is needed`},
	{shop, "pageSize: 12", theme("onAccent: '#12262b'", "onAccent: '#ffffff'"),
		`deployments/wayfare.yaml:8:117: onAccent on accent has a contrast of 1.87; at least 4.5 is needed`},
	{shop, "pageSize: 12", theme("border: '#7c8e90'", "border: '#c9d2d0'"),
		`deployments/wayfare.yaml:8:154: border on surface has a contrast of 1.54; at least 3 is needed`},
	{shop, "pageSize: 12", "theme: {night: {ground: '#12262b', text: '#f7f8f5', link: '#83cddd', line: '#30444a'}}",
		`deployments/wayfare.yaml:8:76: line on ground has a contrast of 1.5`},
	{shop, "pageSize: 12", "theme: {night: {ground: '#12262b', text: '#51656a', link: '#83cddd', line: '#7c8e90'}}",
		`deployments/wayfare.yaml:8:42: text on ground has a contrast of 2.5`},
	{shop, "default\n", "template-four\n" +
		"theme: {night: {ground: '#404040', text: '#c4c4c4', link: '#b2b2b2', line: '#c4c4c4'}}\n",
		`deployments/wayfare.yaml:5:59: link on a cell of the board has a contrast of 4.11; at least 4.5 is needed`},
	{shop, "pageSize: 12", "theme: {radius: 25}", `deployments/wayfare.yaml:8:17: a radius is 0 to 24 pixels, not 25`},
	{shop, "pageSize: 12", "theme: {radius: -1}", `deployments/wayfare.yaml:8:17: "-1" is not a whole number`},
	// a logo
	{shop, "pageSize: 12", "logo: {dark: sign.svg}", `deployments/wayfare.yaml:8:7: "image" is missing`},
	{shop, "pageSize: 12", "logo: {image: sing.svg}",
		`deployments/wayfare.yaml:8:15: there is no drawing sing.svg in media; did you mean "sign.svg"?`},
	{shop, "pageSize: 12", "logo: {image: dunes.png}",
		`deployments/wayfare.yaml:8:15: "dunes.png" is not the name of a drawing of media, such as waraq.svg`},
	{shop, "pageSize: 12", "logo: {image: ../sign.svg}",
		`deployments/wayfare.yaml:8:15: "../sign.svg" is not the name of a drawing of media`},
	{shop, "pageSize: 12", "logo: {image: sign.svg, dark: no-size.svg}",
		`deployments/wayfare.yaml:8:31: no-size.svg: this drawing has no size`},
	{shop, "pageSize: 12", "logo: {image: sign.svg, icon: script.svg}",
		`deployments/wayfare.yaml:8:31: script.svg: this drawing has an element script, which is not allowed`},
	{shop, "pageSize: 12", "logo: {image: text.svg}",
		`deployments/wayfare.yaml:8:15: text.svg: this is not an SVG drawing`},
	// redirects
	{"redirects.yaml", "- {from: /offers, to: /things-to-do}", "/alt: /things-to-do",
		"redirects.yaml:1:1: a list is expected here, such as - {from: /offers, to: /things-to-do}, not keys with " +
			"values"},
	{"redirects.yaml", "{from: /offers, to: /things-to-do}", "/alt: /things-to-do",
		`redirects.yaml:1:3: keys such as {from: /offers, to: /things-to-do} are expected here, not "/alt"`},
	{"redirects.yaml", "- {from: /offers, to: /things-to-do}", "[/alt, /things-to-do]", "redirects.yaml:1:2: keys " +
		`with values such as {from: /offers, to: /things-to-do} are expected here, not "/alt"`},
	{"redirects.yaml", "to: /things-to-do", "to: /things-to-do, deployments: [wayfare]",
		`redirects.yaml:1:38: unknown key "deployments"`},
	{"redirects.yaml", "to: /things-to-do}", "to: /things-to-do}\n- {from: /offers, to: /faq}",
		"redirects.yaml:2:10: /offers is redirected already, at "},
	{shop, "pageSize: 12", "redirects: [{from: offers, to: /faq}]",
		`deployments/wayfare.yaml:8:20: "offers" is not a path such as /offers`},
	{shop, "pageSize: 12", "redirects: [{from: /deals, to: /faq, status: 302}]",
		`deployments/wayfare.yaml:8:46: the status of a redirect is 301 or 308, not 302`},
	{shop, "pageSize: 12", "redirects: [{from: /deals, to: /deals}]",
		`deployments/wayfare.yaml:8:32: this redirect leads to itself`},
	{shop, "pageSize: 12", "redirects: [{from: /deals, to: /deals/?a=b}]",
		`deployments/wayfare.yaml:8:32: this redirect leads to itself`},
	{shop, "pageSize: 12", "redirects: [{from: /deals, to: /ar/deals}]",
		`deployments/wayfare.yaml:8:32: this redirect leads to itself`},
	{shop, "pageSize: 12", "redirects: [{from: /a, to: /b}, {from: /b, to: /ar/a}]",
		`deployments/wayfare.yaml:8:48: this redirect leads round in a circle: /b → /a → /b`},
	{shop, "pageSize: 12", "redirects: [{from: /a, to: /b}, {from: /b, to: /c}, {from: /c, to: /a}]",
		`deployments/wayfare.yaml:8:68: this redirect leads round in a circle: /c → /a → /b → /c`},
	{shop, "pageSize: 12", "redirects: [{from: /things-to-do, to: /offers}]",
		`deployments/wayfare.yaml:8:39: this redirect leads round in a circle: /things-to-do → /offers → /things-to-do`},
	{shop, "pageSize: 12", "redirects: [{from: /things-to-do, to: /discover}]",
		`deployments/wayfare.yaml:8:39: this redirect leads round in a circle: /things-to-do → /discover → /things-to-do`},
	{shop, "https://www.wayfare.example", "https://www.wayfare.example?a=b",
		baseURLMistake("https://www.wayfare.example?a=b")},
	{shop, "https://www.wayfare.example", "'https://www.wayfare.example#a'",
		baseURLMistake("https://www.wayfare.example#a")},
	{shop, "https://www.wayfare.example", "https://me:p@www.wayfare.example",
		baseURLMistake("https://me:p@www.wayfare.example")},
	{shop, "https://www.wayfare.example", "https://www_wayfare,example",
		baseURLMistake("https://www_wayfare,example")},
	{shop, "https://www.wayfare.example", "https://-wayfare..example",
		baseURLMistake("https://-wayfare..example")},
	{shop, "https://www.wayfare.example", "https://www.wayfare.example:0",
		baseURLMistake("https://www.wayfare.example:0")},
	{shop, "https://www.wayfare.example", "'https://www.wayfare.example?'",
		baseURLMistake("https://www.wayfare.example?")},
	{shop, "https://www.wayfare.example", "'https://www.wayfare.example:'",
		baseURLMistake("https://www.wayfare.example:")},
	{product, "capacity: 12", "capacity: 12\n    <<: {maxTravellers: 8}",
		"products/dunes/product.yaml:19:5: the merge key << is not used here: write the keys themselves"},
	{product, "capacity: 12", "capacity: 12\n    ? [a, b]\n    : c",
		"products/dunes/product.yaml:19:7: keys are plain words here"},
	{shop, "hosts: [wayfare.localhost]", "hosts: [wayfare.localhost, wayfare.localhost]",
		`deployments/wayfare.yaml:1:28: the host wayfare.localhost appears twice`},
	{product, "capacity: 12", "capacity: 9223372036854775807",
		`products/dunes/product.yaml:18:15: "9223372036854775807" is more than 1000000, which is the most here`},
	{product, "capacity: 12", "capacity: 92233720368547758070",
		`products/dunes/product.yaml:18:15: "92233720368547758070" is more than 1000000, which is the most here`},
	{shop, "pageSize: 12", "pageSize: 1000001",
		`deployments/wayfare.yaml:8:11: "1000001" is more than 1000000, which is the most here`},
	{product, "price: 275.50", "price: 90071992.55",
		`products/dunes/product.yaml:22:30: an impossible price: 90071992.55 is more than 90071992.54, which is the most`},
	{shop, "pageSize: 12", "logo: {image: 'the sign.svg'}",
		`deployments/wayfare.yaml:8:15: "the sign.svg" is not the name of a drawing of media, such as waraq.svg`},
	{"media/he ro.png", "", "x", `media/he ro.png:1:1: the name of a picture has only the letters a to z`},
	{shop, "pageSize: 12", "redirects: [{from: /deals/, to: /faq}]",
		`deployments/wayfare.yaml:8:20: paths are looked up without language and final slash: write /deals`},
	{shop, "pageSize: 12", "redirects: [{from: /ar/deals, to: /faq}]",
		`deployments/wayfare.yaml:8:20: paths are looked up without language and final slash: write /deals`},
	{"redirects.yaml", "to: /things-to-do}", "to: /promo}\n- {from: /promo, to: /offers}",
		"redirects.yaml:2:22: this redirect leads round in a circle: /promo → /offers → /promo"},
	{"redirects.yaml", "to: /things-to-do}", "to: /عرض}\n- {from: /عرض, to: /offers}",
		"redirects.yaml:2:20: this redirect leads round in a circle: /عرض → /offers → /عرض"},
	{shop, "pageSize: 12", "redirects: [{from: /عرض, to: /faq}, {from: /%d8%b9%D8%B1%D8%B6, to: /blog}]",
		`deployments/wayfare.yaml:8:44: /%d8%b9%D8%B1%D8%B6 is redirected already, at `},
	{"redirects.yaml", "from: /offers", `from: "/of\nfers"`,
		`redirects.yaml:1:10: "/of\nfers" has a line break or another control character`},
	{"redirects.yaml", "from: /offers", "from: /of%0Dfers",
		`redirects.yaml:1:10: "/of%0Dfers" has a line break or another control character`},
	{"redirects.yaml", "to: /things-to-do", `to: "/things\tto-do"`,
		`redirects.yaml:1:23: "/things\tto-do" has a line break or another control character`},
	{shop, "pageSize: 12", "redirects: [{from: /p, to: 'https://pres.wayfare.example/'}]",
		`deployments/wayfare.yaml:8:28: the host pres.wayfare.example is not among the redirectHosts of the deployment "wayfare"; did you mean "press.wayfare.example"?`},
	{shop, "pageSize: 12", "redirects: [{from: /deals, to: /faq}, {from: /deals, to: /blog}]",
		`deployments/wayfare.yaml:8:46: /deals is redirected already, at `},
	{shop, "pageSize: 12", "redirects: [{from: /offers, to: /faq}]",
		`deployments/wayfare.yaml:8:20: /offers is redirected already, at `},
	// contact of the shop
	{"deployments/wayfare.yaml", "email: hello@wayfare.example, ", "",
		`deployments/wayfare.yaml:10:10: "email" is missing`},
	{
		"deployments/wayfare.yaml", "contact: {email", "contact: {language: fr, email",
		`deployments/wayfare.yaml:10:21: there is no content/texts/fr.yaml, which a storefront in "fr" needs`,
	},
	{"deployments/wayfare.yaml", `contact: {email: hello@wayfare.example, phone: "+971 4 555 0142"}`, "",
		`deployments/wayfare.yaml:1:1: "contact" is missing`},
	{"deployments/wayfare.yaml", "hello@wayfare.example", "hello@wayfare",
		`deployments/wayfare.yaml:10:18: "hello@wayfare" is not an e-mail address`},
	{"deployments/wayfare.yaml", "hello@wayfare.example", "hello",
		`deployments/wayfare.yaml:10:18: "hello" is not an e-mail address`},
}

func check(t *testing.T, root string) ([]diag.Diagnostic, []diag.Diagnostic) {
	t.Helper()
	warnings, err := engine.Check(t.Context(), engine.Options{Content: root,
		AsOf: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)})
	var invalid *engine.InvalidContentError
	if errors.As(err, &invalid) {
		return nil, invalid.Diagnostics
	}
	if err != nil {
		t.Fatal(err)
	}
	return warnings, nil
}

func (m mistake) make(t *testing.T, root string) {
	switch {
	case m.old != "":
		contenttest.Replace(t, root, m.file, m.old, m.new)
	case m.new != "":
		contenttest.Write(t, root, m.file, m.new)
	default:
		contenttest.Remove(t, root, m.file)
	}
}

func (m mistake) foundIn(root string, found []diag.Diagnostic) bool {
	for _, d := range found {
		if strings.HasPrefix(d.String(), root+"/"+m.want) && !d.Warning {
			return true
		}
	}
	return false
}

func TestEveryMistakeIsReportedAtItsLine(t *testing.T) {
	if warnings, errs := check(t, contenttest.Copy(t)); len(warnings)+len(errs) > 0 {
		t.Fatalf("the catalogue itself has mistakes: %v %v", warnings, errs)
	}
	found, files := 0, map[string]bool{}
	for _, m := range mistakes {
		t.Run(m.want, func(t *testing.T) {
			root := contenttest.Copy(t)
			for name, drawing := range drawings {
				contenttest.Write(t, root, name, drawing)
			}
			contenttest.Replace(t, root, "products/walk/product.yaml", "options:", "sourceId: W-1\noptions:")
			m.make(t, root)
			if _, got := check(t, root); m.foundIn(root, got) {
				found++
				files[m.file] = true
			} else {
				t.Errorf("wanted %s\ngot %v", m.want, got)
			}
		})
	}
	drill.Row(22, "%d mistakes of editors in %d files | %d told as file:line:col (control: the same content "+
		"without them is in order)",
		len(mistakes), len(files), found)
}

func TestMistakesLeaveTheLiveBuildUnchanged(t *testing.T) {
	live := newProject(t, contenttest.Copy(t))
	live.build()
	before, tried := files(t, live.public("wayfare")), 0
	for i := 0; i < len(mistakes); i += drill.Sized(20, 1) {
		root := contenttest.Copy(t)
		for name, drawing := range drawings {
			contenttest.Write(t, root, name, drawing)
		}
		contenttest.Replace(t, root, "products/walk/product.yaml", "options:", "sourceId: W-1\noptions:")
		mistakes[i].make(t, root)
		o := live.options
		o.Content = root
		var invalid *engine.InvalidContentError
		if _, err := engine.Build(t.Context(), o); !errors.As(err, &invalid) {
			t.Errorf("%s was published, or failed with another error: %v", mistakes[i].want, err)
		}
		tried++
	}
	mustEqual(t, before, files(t, live.public("wayfare")))
	latest := live.read("builds/meta/latest.json")
	contenttest.Replace(t, live.options.Content, product, "price: 275.50", "price: 276.50")
	if live.build(); live.read("builds/meta/latest.json") == latest {
		t.Error("the control, valid content, is not live")
	}
	drill.Row(22, "a build tried with %d of them | 0 published, every file of the live build as it was (control: "+
		"content in order is live)", tried)
}

func TestDuplicateRedirectIsReportedWithBothPlaces(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, shop, "pageSize: 12", "redirects: [{from: /offers, to: /faq}]")
	_, found := check(t, root)
	want := root + "/deployments/wayfare.yaml:8:20: /offers is redirected already, at " + root + "/redirects.yaml:1:10"
	if len(found) != 1 || found[0].String() != want {
		t.Errorf("got %v", found)
	}
}

func TestDefaultColoursAreAValidTheme(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, shop, "pageSize: 12", theme("", ""))
	if _, found := check(t, root); len(found) > 0 {
		t.Errorf("got %v", found)
	}
}

func TestCheckReportsAllMistakesAtOnce(t *testing.T) {
	root := contenttest.Copy(t)
	several := []mistake{
		{product, "city: dubai", "city: dubia", `products/dunes/product.yaml:1:7:`},
		{product, "price: 150", "price: free", `products/dunes/product.yaml:24:23:`},
		{"products/walk/en.md", "title: Old", "titel: Old", `products/walk/en.md:2:1:`},
		{"labels.yaml", "ar: جديد", "fr: nouveau", `labels.yaml:1:6:`},
		{"faq/pay/ar.md", "", "", "faq/pay/ar.md:1:1:"},
	}
	for _, m := range several {
		m.make(t, root)
	}
	_, found := check(t, root)
	for _, m := range several {
		if !m.foundIn(root, found) {
			t.Errorf("wanted %s among %v", m.want, found)
		}
	}
}

func TestDiagnosticExcerptPointsAtTheMistake(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "products/dunes/ar.md", "place: لهباب", "plaec: لهباب")
	_, found := check(t, root)
	if len(found) == 0 || !strings.HasPrefix(found[len(found)-1].Pointer(), "      4 | plaec: لهباب\n        | ^") {
		t.Fatalf("got %v", found)
	}
}

func TestInvalidDeploymentFileIsTheOnlyMistake(t *testing.T) {
	root := contenttest.Copy(t)
	broken, err := filepath.Glob(filepath.Join(root, "deployments", "*.yaml"))
	if err != nil || len(broken) == 0 {
		t.Fatalf("no deployments: %v", err)
	}
	for _, file := range broken {
		contenttest.Write(t, root, "deployments/"+filepath.Base(file), "hosts: [\n")
	}
	if warnings, errs := check(t, root); len(warnings) > 0 || len(errs) != len(broken) {
		t.Fatalf("got %v and %v", warnings, errs)
	}
}

func TestContentWithoutDeploymentsIsOneMistake(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Remove(t, root, "deployments/wayfare.yaml")
	warnings, errs := check(t, root)
	if len(warnings) > 0 || len(errs) != 1 || !strings.Contains(errs[0].Message, "no deployment") {
		t.Errorf("got %q", lines(slices.Concat(errs, warnings)))
	}
}

func TestFolderInPlaceOfAFileIsAMistake(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Remove(t, root, product)
	contenttest.Write(t, root, product+"/x.txt", "x")
	folder := mistake{want: product + ":1:1: this is a folder; a file is expected here"}
	if _, errs := check(t, root); !folder.foundIn(root, errs) {
		t.Errorf("got %q", lines(errs))
	}
}

func TestContentForAnInvalidDeploymentIsNoMistake(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Write(t, root, "deployments/derb.yaml", "languages: [fr]\nhosts: [\n")
	contenttest.Write(t, root, "blog/derb/fr.md", "---\ntitle: Derb\ndate: 2026-10-01\n---\nDerb\n")
	contenttest.Write(t, root, "pages/about/fr.md", "---\ntitle: Derb\ndescription: Derb\n---\nDerb\n")
	contenttest.Write(t, root, "products/dunes/fr.md", "---\ntitle: Dunes\n---\n")
	contenttest.Write(t, root, "search.yaml", "fr:\n  filler: [voir]\n")
	contenttest.Write(t, root, "reviews.jsonl", `{"id":"1","deployment":"derb","product":"dunes","author":"A",`+
		`"rating":5,"date":"2026-01-05","language":"fr","text":"Oui"}`+"\n")
	_, found := check(t, root)
	if len(found) != 1 || !strings.HasSuffix(found[0].Path, "derb.yaml") {
		t.Errorf("got %q", lines(found))
	}
	for _, text := range []string{"", "languages: [~]\n"} {
		contenttest.Write(t, root, "deployments/derb.yaml", text)
		if _, found = check(t, root); slices.ContainsFunc(found, func(d diag.Diagnostic) bool {
			return !strings.HasSuffix(d.Path, "derb.yaml")
		}) {
			t.Errorf("with a deployment %q got %q", text, lines(found))
		}
	}
	contenttest.Remove(t, root, "deployments/derb.yaml")
	if _, found = check(t, root); len(found) == 0 {
		t.Error("a language that no deployment has is not reported")
	}
}

func TestUnknownKeyOfAPostIsAWarning(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "blog/camps/en.md", "date:", "layout: post\ndate:")
	warnings, errs := check(t, root)
	if len(errs) > 0 || len(warnings) != 1 || !strings.Contains(warnings[0].String(),
		`en.md:3:1: warning: unknown key "layout"`) {
		t.Fatalf("got %v and %v", warnings, errs)
	}
}

// A copied blog may have keys by which other programs hide a post, as long as they hide none.
func TestForeignPublicationKeysOfPublicPostsAreWarnings(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "blog/camps/en.md", "date:",
		"Draft: false\npublished: true\nstatus: publish\npublishDate: 2026-09-30\ndate:")
	warnings, errs := check(t, root)
	if len(errs) > 0 || len(warnings) != 4 {
		t.Fatalf("got %v and %v", warnings, errs)
	}
}

func TestPostThatExpiresOnItsDateIsAWarning(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "blog/camps/en.md", "date: 2026-10-01", "date: 2026-10-01\nexpiryDate: 2026-10-01")
	warnings, errs := check(t, root)
	want := "blog/camps/en.md:4:13: warning: this is not after the date of the story, so it is never shown"
	if found := lines(warnings); len(errs) > 0 || !slices.ContainsFunc(found, func(l string) bool {
		return strings.HasSuffix(l, want)
	}) {
		t.Fatalf("got %v and %v", found, errs)
	}
}

func TestInvalidValueIsOneMistake(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, product, "duration: 6h", "duration: 6 hours")
	contenttest.Replace(t, root, product, "startTimes: [15:00]", "startTimes: [9.30, 10.30]")
	contenttest.Replace(t, root, product, "capacity: ", "capacity: -")
	walk := "products/walk/product.yaml"
	contenttest.Replace(t, root, walk, "images: [dunes.png]", "images: dunes.png")
	contenttest.Replace(t, root, walk, "categories: [desert]", "categories: desert")
	contenttest.Replace(t, root, walk, "openingHours: [{from: 10:00, to: 22:00}]",
		"openingHours: 10-22\n  weekdays: mon-fri")
	if _, errs := check(t, root); len(errs) != 8 {
		t.Errorf("got %q", lines(errs))
	}
	for _, m := range []mistake{
		{"redirects.yaml", "- {from: /offers, to: /things-to-do}", "/alt: /things-to-do", "redirects.yaml:1:1: "},
		{"redirects.yaml", "- {from: /offers, to: /things-to-do}", "[/alt, /things-to-do]", "redirects.yaml:1:2: "},
		{"redirects.yaml", "{from: /offers, to: /things-to-do}", "/alt: /things-to-do", "redirects.yaml:1:3: "},
		{"redirects.yaml", ", to: /things-to-do", "", `redirects.yaml:1:3: "to" is missing`},
		{shop, "languages: [en, ar]", "languages: en, ar",
			`deployments/wayfare.yaml:6:12: a list is expected here, such as [en, ar], not "en, ar"`},
		{shop, "currencies: [AED]", "currencies: AED, EUR",
			`deployments/wayfare.yaml:7:13: a list is expected here, such as [AED, EUR]`},
		{shop, "currencies: [AED]", "currencies: [AED]\nexchange: {date: 2026-11-20, rates: {EUR: -1}}",
			`deployments/wayfare.yaml:8:43: "-1" is not an amount`},
		{shop, "languages: [en, ar]", "languages: [en, ar, xx]",
			`deployments/wayfare.yaml:6:21: "xx" is not a language of storefronts`},
		{shop, "languages: [en, ar]", "languages: [en, ar, en]",
			`deployments/wayfare.yaml:6:21: the language "en" appears twice`},
		{product, "capacity: 12", "capacity: 12\n    minimumParticipants: few\n    decideBefore: 24h",
			`products/dunes/product.yaml:19:26: "few" is not a whole number`},
		{product, "capacity: 12", "capacity: many\n    minimumParticipants: 4\n    decideBefore: 24h",
			`products/dunes/product.yaml:18:15: "many" is not a whole number`},
		{product, "startTimes: [15:00]", "startTimes: [25:00]",
			`products/dunes/product.yaml:11:16: "25:00" is not a time`},
		{"products/walk/product.yaml", "id: group", "id: [group]",
			"products/walk/product.yaml:14:9: a text is expected here, not a list"},
		{product, "", "- a\n", "products/dunes/product.yaml:1:1: keys with values are expected here, not a list"},
		{product, "", "hello\n", `products/dunes/product.yaml:1:1: keys with values are expected here, not "hello"`},
		{product, "", "# later\n", "products/dunes/product.yaml:1:1: this file is empty: it needs city, categories, "},
	} {
		root := contenttest.Copy(t)
		m.make(t, root)
		if warnings, errs := check(t, root); len(warnings) > 0 || len(errs) != 1 || !m.foundIn(root, errs) {
			t.Errorf("%s: got %q", m.want, lines(slices.Concat(errs, warnings)))
		}
	}
}

func TestLinkToAMissingHeadingIsAWarning(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "pages/about/en.md", "We are few.",
		"We [are](#few). See [camps](/blog/camps#before-you-go) or [fires](/blog/camps#fires).")
	contenttest.Replace(t, root, "blog/camps/en.md", "[us](/contact-us)", "[us](#before-you-go) [us](#after)")
	warnings, errs := check(t, root)
	want := []string{
		"blog/camps/en.md:10:31: warning: a dead link: this text has no heading #after",
		"pages/about/en.md:5:10: warning: a dead link: this text has no heading #few",
		"pages/about/en.md:5:67: warning: a dead link: /blog/camps has no heading #fires",
	}
	found := lines(warnings)
	if len(errs) > 0 || len(found) != len(want) {
		t.Fatalf("got %v and %v", found, errs)
	}
	for i := range want {
		if !strings.HasSuffix(found[i], want[i]) {
			t.Errorf("got %s, want %s", found[i], want[i])
		}
	}
}

func TestPostInOneLanguageIsAWarning(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Remove(t, root, "blog/camps/ar.md")
	warnings, errs := check(t, root)
	if len(errs) > 0 || len(warnings) != 1 {
		t.Fatalf("got %v and %v", warnings, errs)
	}
}

func TestScriptsInProseAreWarnings(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "products/dunes/en.md", "See also",
		"<script>alert(1)</script>\n\n<!-- for Julie --> Bring shoes.\n\n"+
			"See <b onclick=x>also</b> [this](javascript:alert(1))")
	warnings, errs := check(t, root)
	if len(errs) > 0 || len(warnings) < 3 {
		t.Fatalf("got %v and %v", warnings, errs)
	}
	const left = "warning: pages contain no raw HTML; it is left out"
	for i, want := range []string{"en.md:12:1: " + left, "en.md:14:1: " + left + ", with its words: Bring shoes."} {
		if got := warnings[i].String(); !strings.HasSuffix(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
