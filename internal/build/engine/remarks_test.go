package engine_test

import (
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
)

// toCamps are edits that link to the post in both languages, in English at 5:10 and in Arabic at 5:5.
var toCamps = []mistake{
	{file: "pages/about/en.md", old: "We are few.", new: "We [are](/blog/camps) few."},
	{file: "pages/about/ar.md", old: "نحن قلة.", new: "[x](/blog/camps)"},
}

const ownMachine = " is an address of the reader's own machine, where visitors have no such page; links within the " +
	"site begin with /, as /about"

const loosePart = "visitors read this as it is written: a part needs a line of its own, as in " +
	"::card{product=dunes}"

const keptBack = "visitors see this line, and it hides nothing here: write draft: true above the closing ---"

const unready = "visitors see this title, which says that it is not public: hide it with draft: true, or " +
	"remove these words"

const lostLetter = "visitors read \uFFFD where a letter was lost; write it again"

const turnedLink = "visitors read this link as it is written: its brackets are the wrong way round, " +
	"[words](/address)"

const (
	wideLink = "visitors read this as it is written: the brackets of a link or picture are of half width, as in "

	wideHeading = "visitors read these signs: a heading begins with # and a space, each of half width"
	hyphenItems = "visitors read these items in one line: one of a list begins with a hyphen and a space"
	numberItems = "visitors read these items in one line: a number of a list has digits from 0 to 9, a full stop and " +
		"a space, as in 1. or 2."
)

const noComment = ": this does not start a comment here; remove what is not meant for visitors"

// remarks are edits of valid content, and all diagnostics that check then reports.
var remarks = []struct {
	name  string
	edits []mistake
	want  []string
}{
	{"a link to a post scheduled in one language", append(toCamps[:2:2],
		mistake{file: "blog/camps/ar.md", old: "2026-10-01", new: "2027-10-01"}), []string{
		`pages/about/ar.md:5:5: warning: /blog/camps appears in "ar" on 1 October 2027; until then this link is plain ` +
			`text there`}},
	{"a link to a post expired in one language", append(toCamps[:2:2],
		mistake{file: "blog/camps/en.md", old: "date: 2026-10-01", new: "date: 2026-10-01\nexpiryDate: 2026-11-01"}),
		[]string{`pages/about/en.md:5:10: warning: /blog/camps expired in "en" on 1 November 2026; there this link is ` +
			`plain text`}},
	{"a link to a post that is a draft in one language", append(toCamps[:2:2],
		mistake{file: "blog/camps/ar.md", old: "date:", new: "draft: true\ndate:"}), []string{
		`pages/about/ar.md:5:5: warning: /blog/camps is a draft in "ar"; there this link is plain text`}},
	{"a link to a post missing in one language", append(toCamps[:2:2], mistake{file: "blog/camps/ar.md"}), []string{
		`blog/camps/ar.md:1:1: warning: this story is not translated into "ar" and appears in the other languages only`,
		`pages/about/ar.md:5:5: warning: /blog/camps is not written in "ar"; there this link is plain text`}},
	{"a link to a post with a different date per language", append(toCamps[:2:2],
		mistake{file: "blog/camps/en.md", old: "2026-10-01", new: "2027-01-01"},
		mistake{file: "blog/camps/ar.md", old: "2026-10-01", new: "2027-10-01"}), []string{
		`pages/about/ar.md:5:5: warning: /blog/camps appears on 1 October 2027; until then this link is plain text`,
		`pages/about/en.md:5:10: warning: /blog/camps appears on 1 January 2027; until then this link is plain text`}},
	{"a link to a draft post", append(toCamps[:2:2],
		mistake{file: "blog/camps/en.md", old: "date:", new: "draft: true\ndate:"},
		mistake{file: "blog/camps/ar.md", old: "date:", new: "draft: true\ndate:"}), []string{
		`pages/about/ar.md:5:5: a dead link: /blog/camps is a draft`,
		`pages/about/en.md:5:10: a dead link: /blog/camps is a draft`}},
	{"an unquoted # that starts a YAML comment", []mistake{
		{file: "pages/about/en.md", old: "title: About", new: "title: About us, #1 in tours"}}, []string{
		`pages/about/en.md:2:18: warning: YAML reads #1 in tours as a comment: a text with # needs quotation marks`}},
	{"marks of Markdown and HTML in plain texts", []mistake{
		{file: "products/dunes/en.md", old: "place:", new: "highlights: [\"**New** tea\", " +
			"\"See [us](/about)\", 2 * 3 ** 4, Rosé & tea, a <b>camp</b>, Tea &amp; dates, x < y, \"[sic]\", " +
			"Dunes - tea]\nplace:"}}, []string{
		"products/dunes/en.md:4:14: warning: visitors read the signs ** as they are written: this text is plain",
		"products/dunes/en.md:4:29: warning: visitors read the signs [us](/about) as they are written: this text is " +
			"plain",
		"products/dunes/en.md:4:73: warning: visitors read the signs <b> as they are written: this text is plain",
		"products/dunes/en.md:4:88: warning: visitors read the signs &amp; as they are written: this text is plain"}},
	{"draft markers in titles", []mistake{
		{file: "products/dunes/en.md", old: "---\ntitle: ", new: "---\ntitle: \"[BROUILLON] Dunes\" # "},
		{file: "pages/about/en.md", old: "title: About", new: "title: DRAFT - About"},
		{file: "pages/about/en.md", old: "We are few.", new: "We are few.\n\n**Do not publish yet**\n"},
		{file: "products/dunes/ar.md", old: "\ntitle: ", new: "\ntitle: 【草稿】"},
		{file: "products/dunes/en.md", old: "title: Shared car", new: "title: Shared car (rascunho)"},
		{file: "faq/pay/en.md", old: "question: ", new: "question: \"[RASCUNHO]\" # "}}, []string{
		"faq/pay/en.md:2:11: warning: " + unready,
		"pages/about/en.md:2:8: warning: " + unready,
		"pages/about/en.md:7:1: warning: visitors see this paragraph, which says that it is not public: hide it with " +
			"draft: true, or remove it",
		"products/dunes/ar.md:2:8: warning: " + unready,
		"products/dunes/en.md:2:8: warning: " + unready,
		"products/dunes/en.md:6:19: warning: " + unready}},
	{"replacement characters", []mistake{
		{file: "pages/about/en.md", old: "title: About", new: "title: Abo\uFFFDt"},
		{file: "pages/about/en.md", old: "We are few.", new: "We\n**a\uFFFDe** few, \uFFFDand."}}, []string{
		"pages/about/en.md:2:8: warning: " + lostLetter,
		"pages/about/en.md:6:4: warning: " + lostLetter,
		"pages/about/en.md:6:14: warning: " + lostLetter}},
	{"unquoted commas in parentheses of list items", []mistake{
		{file: "products/dunes/en.md", old: "\ntitle:", new: "\nincludes: [Tea, Guide (1,5 h, on foot), Water, " +
			"A (b]\nexcludes: [\"A (1\", 5 h), B), C (d), (e), f]\ntitle:"}}, []string{
		`products/dunes/en.md:2:17: warning: within [ ] a comma separates items; an item with a comma needs ` +
			`quotation marks: "Guide (1,5 h, on foot)"`}},
	{"Arabic and wide commas between list items", []mistake{
		{file: "products/dunes/en.md", old: "\ntitle:", new: "\nincludes: [Tea، Guide]\n" +
			"excludes: [ Tea，Guide、Water]\n" +
			"highlights: [\"Tea، Guide\"]\nknowBeforeYouGo:\n  - Tea، Guide\ntitle:"}}, []string{
		`products/dunes/en.md:2:12: warning: within [ ] the comma , separates items, as in [Tea, Guide]; an item with a ` +
			`comma needs quotation marks: "Tea، Guide"`,
		`products/dunes/en.md:3:13: warning: within [ ] the comma , separates items, as in [Tea, Guide, Water]; an item ` +
			`with a comma needs quotation marks: "Tea，Guide、Water"`}},
	{"a draft marker in a summary", []mistake{
		{file: "products/dunes/en.md", old: "\nsummary: ", new: "\nsummary: Do not publish yet # "}}, []string{
		"products/dunes/en.md:3:10: warning: visitors see this text, which says that it is not public: hide it " +
			"with draft: true, or remove these words"}},
	{"aliases with a query and a language", []mistake{
		{file: product, old: "city: dubai", new: "city: dubai\naliases: [/tour.php?id=3, /old, /en/old]"}}, []string{
		product + `:2:11: warning: "/tour.php?id=3" leads nowhere: it is not a path such as /stories/old-name`,
		product + `:2:33: warning: "/en/old" leads nowhere: aliases are written without language: write /old`}},
	{"words in a wrong encoding", []mistake{
		{file: "pages/about/en.md", old: "title: About", new: "title: CafÃ© «CAFÉ»"},
		{file: "pages/about/en.md", old: "We are few.", new: "We are " +
			"few, Ã\u00a0 **noite** â€“ [É»](/about)."}}, []string{
		"pages/about/en.md:2:8: warning: visitors read \"CafÃ©\", which is \"Café\" in a wrong encoding; write it " +
			"again",
		"pages/about/en.md:5:13: warning: visitors read \"Ã\\u00a0\", which is \"à\" in a wrong encoding; write it " +
			"again",
		"pages/about/en.md:5:26: warning: visitors read \"â€“\", which is \"–\" in a wrong encoding; write it again"}},
	{"draft keys in prose", []mistake{
		{file: "pages/about/en.md", old: "We are few.", new: "published: false\n\nWe are few.\n\nbrouillon: true\n\n" +
			"Черновик: да\n\nPrivate: yes\nPets: no\n\n```\nhidden: true\n```\n"}}, []string{
		"pages/about/en.md:5:1: warning: " + keptBack,
		"pages/about/en.md:9:1: warning: " + keptBack,
		"pages/about/en.md:11:1: warning: " + keptBack}},
	{"front matter keys and HTML tags in prose", []mistake{
		{file: "pages/about/en.md", old: "We are few.", new: "description: We are <span hidden>few</span>."}}, []string{
		`pages/about/en.md:5:1: warning: "description" is below the front matter, so visitors read it; move it above ` +
			`the closing ---`,
		"pages/about/en.md:5:1: warning: 2 tags of HTML are left out; the text between them is shown"}},
	{"malformed links and pictures", []mistake{
		{file: "products/walk/en.md", old: "Through the lanes.", new: "(Through)[/about] the " +
			"![lanes](the lanes.jpg)."},
		{file: "pages/about/en.md", old: "We are few.", new: "We [call](0049 384)."},
		{file: "blog/camps/en.md", old: "Ask [us]", new: "Ask (them)[https://camps.example]\n\nAsk [us]"}}, []string{
		"blog/camps/en.md:10:5: warning: " + turnedLink,
		"pages/about/en.md:5:4: warning: visitors read this link as it is written: it is [words](/address), with " +
			"both brackets closed and no space between them or in the address",
		"products/walk/en.md:8:1: warning: " + turnedLink,
		"products/walk/en.md:8:24: warning: visitors read this picture as it is written: it is " +
			"![words](picture.jpg), with both brackets closed and no space between them or in the name"}},
	{"wide and foreign Markdown signs", []mistake{
		{file: "pages/about/en.md", old: "We are few.", new: "See [us]（/about） and ![x]（a.jpg）, ［a］(/b）, [c](/d）;\n" +
			"【重要】（须知）, (9, [a]（b）.\n\n＃ Tea\n\n##\u3000Tea\n\n＃Tea 2\n\n－ a\n－ b\n\n– a\n– b\n\n" +
			"It is\n– a dash – here\nonly.\n\n１．a\n２．b\n\n1、a\n2、b\n\n١. واحد\n٢. اثنان\n\n١.٥\n٢.٥\n\n" +
			"-\u00a0a\n-\u00a0b\n"}}, []string{
		"pages/about/en.md:5:5: warning: " + wideLink + "[us](/about)",
		"pages/about/en.md:5:23: warning: " + wideLink + "[x](a.jpg)",
		"pages/about/en.md:5:35: warning: " + wideLink + "[a](/b)",
		"pages/about/en.md:5:44: warning: " + wideLink + "[c](/d)",
		"pages/about/en.md:8:1: warning: " + wideHeading,
		"pages/about/en.md:10:1: warning: " + wideHeading,
		"pages/about/en.md:14:1: warning: " + hyphenItems,
		"pages/about/en.md:17:1: warning: " + hyphenItems,
		"pages/about/en.md:24:1: warning: " + numberItems,
		"pages/about/en.md:27:1: warning: " + numberItems,
		"pages/about/en.md:30:1: warning: " + numberItems,
		"pages/about/en.md:36:1: warning: visitors read these items in one line: an item's sign is followed by a " +
			"plain space, not a wide or no-break one",
	}},
	{"template comments and parts inside a paragraph", []mistake{
		{file: "pages/about/en.md", old: "We are few.", new: "We {# 25 #} are `{# x #}` 100%% sure.\n\n%% note " +
			"%%\n\n{{< hidden >}}few{{< /hidden >}}\n\n```\n{% comment %}\n```\n- {% comment %} x\n\ndraft: " +
			"true\n\nSee ::card{product=dunes} here.\n\n:: toc {x}\n\n:card{product=dunes}\n\n" +
			"```\na ::card{product=dunes}\n```\n"}}, []string{
		"pages/about/en.md:5:1: warning: visitors read what follows {#" + noComment,
		"pages/about/en.md:7:1: warning: visitors read what follows %%" + noComment,
		"pages/about/en.md:9:1: warning: visitors read what follows {{<" + noComment,
		"pages/about/en.md:14:1: warning: visitors read what follows {%" + noComment,
		"pages/about/en.md:16:1: warning: " + keptBack,
		"pages/about/en.md:18:1: warning: " + loosePart,
		"pages/about/en.md:20:1: warning: " + loosePart,
		"pages/about/en.md:22:1: warning: " + loosePart,
	}},
	{"a currency that no deployment accepts", []mistake{
		{file: "products/walk/product.yaml", old: "currency: AED", new: "currency: EUR"}}, []string{
		`products/dunes/ar.md:12:21: a dead link: no deployment sells the product "walk": none takes its currency, EUR`,
		`products/dunes/en.md:12:21: a dead link: no deployment sells the product "walk": none takes its currency, EUR`,
		`products/walk/product.yaml:6:11: warning: no deployment takes EUR, so this product is sold nowhere; they take AED`,
	}},
	{"prices that cards cannot be charged", []mistake{
		{file: product, old: "currency: AED", new: "currency: KWD"},
		{file: product, old: "price: 395, originalPrice: 450,", new: "price: 12.505, originalPrice: 12.511,"},
		{file: product, old: "price: 275.50", new: "price: 8.510"},
		{file: product, old: "{id: quad, price: 150}", new: "{id: quad, price: 1.001}"},
		{file: shop, old: "currencies: [AED]", new: "currencies: [AED, KWD]"}}, []string{
		product + `:21:30: warning: no card can be charged 12.505 KWD: write a multiple of 0.010`,
		product + `:24:23: warning: no card can be charged 1.001 KWD: write a multiple of 0.010`,
	}},
	{"duplicate values", []mistake{
		{file: product, old: "categories: [desert]", new: "categories: [desert, desert]"},
		{file: product, old: "startTimes: [15:00]", new: "startTimes: [15:00]\n  closedDays: [12-02, 12-02]"},
		{file: "blog/camps/en.md", old: "products: [dunes]", new: "tags: [Camping, camping, Camping]\nproducts:\n" +
			"  - dunes\n  - dunes"},
		{file: "blog/camps/en.md", old: "Ask [us]", new: "::cards{products=\"dunes walk dunes\"}\n\nAsk [us]"},
		{file: shop, old: "supplier: false", new: "supplier: false\nsells: {cities: [dubai, dubai]}"},
		{file: shop, old: "pageSize: 12", new: "pageSize: 12\npictureHosts: [a.example, a.example]"},
	}, []string{
		`blog/camps/en.md:6:26: warning: "Camping" appears twice in this list`,
		`blog/camps/en.md:9:5: warning: "dunes" appears twice in this list`,
		`blog/camps/en.md:13:30: warning: "dunes" appears twice in this list`,
		`deployments/wayfare.yaml:6:25: warning: "dubai" appears twice in this list`,
		`deployments/wayfare.yaml:10:27: warning: "a.example" appears twice in this list`,
		`products/dunes/product.yaml:2:22: warning: "desert" appears twice in this list`,
		`products/dunes/product.yaml:12:23: warning: "12-02" appears twice in this list`,
	}},
	{"redirects and aliases at paths of pages", []mistake{
		{file: "redirects.yaml", old: "{from: /offers, to: /things-to-do}",
			new: "{from: /blog, to: /things-to-do}\n- {from: /old, to: /things-to-do}"},
		{file: shop, old: "pageSize: 12", new: "pageSize: 12\nredirects: [{from: /old-2, to: /faq}, {from: /desert, " +
			"to: /faq}]"},
		{file: product, old: "city: dubai", new: "city: dubai\naliases: [/old-3, /things-to-do-in-dubai/walk]"},
		{file: "cities/dubai/en.md", old: "summary:", new: "aliases: [/faq/]\nsummary:"},
		{file: "pages/about/ar.md", old: "description:", new: "aliases: [/about]\ndescription:"},
		{file: "blog/camps/en.md", old: "aliases: [/stories/camps]", new: "aliases: [/blog]"},
	}, []string{
		`blog/camps/en.md:5:11: warning: there is a page at /blog, so this alias leads nowhere in "en"`,
		`cities/dubai/en.md:3:11: warning: there is a page at /faq/, so this alias leads nowhere in "en"`,
		`deployments/wayfare.yaml:9:46: warning: there is a page at /desert, so this redirect leads nowhere`,
		`pages/about/ar.md:3:11: warning: there is a page at /about, so this alias leads nowhere in "ar"`,
		`products/dunes/product.yaml:2:19: warning: there is a page at /things-to-do-in-dubai/walk, so this alias ` +
			`leads nowhere`,
		`redirects.yaml:1:10: warning: there is a page at /blog, so this redirect leads nowhere`,
	}},
	{"redirects to missing pages", []mistake{
		{file: "redirects.yaml", old: "{from: /offers, to: /things-to-do}",
			new: "{from: /offers, to: /offerings}\n- {from: /a, to: /blog/camps}\n- {from: /b, to: /faq#x}\n" +
				"- {from: /c, to: /a}\n- {from: /d, to: /feed.xml}\n- {from: /e, to: /blog/tag/gone/feed.xml}"},
		{file: shop, old: "pageSize: 12", new: "pageSize: 12\nredirects: [{from: /old, to: /ar/team}]"},
		{file: "blog/camps/en.md", old: "date: 2026-10-01", new: "date: 2099-10-01"},
		{file: "blog/camps/ar.md", old: "date: 2026-10-01", new: "date: 2099-10-01"},
	}, []string{
		`deployments/wayfare.yaml:9:30: warning: there is no page /ar/team, so this redirect leads nowhere`,
		`redirects.yaml:1:23: warning: there is no page /offerings, so this redirect leads nowhere`,
		`redirects.yaml:2:18: warning: /blog/camps appears on 1 October 2099; until then this redirect leads nowhere`,
		`redirects.yaml:3:18: warning: a dead redirect: /faq has no heading #x`,
		`redirects.yaml:6:18: warning: there is no page /blog/tag/gone/feed.xml, so this redirect leads nowhere`,
	}},
	{"an alias of a post missing in the default language", []mistake{{file: "blog/camps/en.md"},
		{file: "blog/camps/ar.md", old: "date:", new: "aliases: [/blog/camps]\ndate:"}}, []string{
		`blog/camps/en.md:1:1: warning: this story is not translated into "en" and appears in the other languages only`}},
	{"duplicate aliases", []mistake{
		{file: product, old: "city: dubai", new: "city: dubai\naliases: [/old-3, /stories/camps/]"},
		{file: "pages/about/ar.md", old: "description:", new: "aliases: [/old-3/]\ndescription:"},
		{file: "products/dunes/en.md", old: "place:", new: "aliases: [/old-3]\nplace:"},
		{file: "pages/about/en.md", old: "We are few.", new: "```\n<<<<<<< HEAD\n=======\n>>>>>>> b\n```"},
	}, []string{
		`products/dunes/product.yaml:2:11: warning: the alias /old-3 is in pages/about/ar.md too; if both pages ` +
			`are shown, it leads to one of them`,
		`products/dunes/product.yaml:2:19: warning: the alias /stories/camps/ is in blog/camps/en.md too; if ` +
			`both pages are shown, it leads to one of them`,
	}},
	{"a post that names a draft product", []mistake{
		{file: "products/walk/product.yaml", old: "city: dubai", new: "draft: true\ncity: dubai"},
		{file: "products/dunes/en.md", old: "product:walk", new: "/about"},
		{file: "products/dunes/ar.md", old: "product:walk", new: "/about"},
		{file: "blog/camps/en.md", old: "products: [dunes]", new: "products: [walk]"},
		{file: "pages/about/en.md", old: "We are few.", new: "[a](/blog/camps)"},
	}, []string{
		`blog/camps/en.md:6:12: the product "walk" is a draft, and this is not: name another, make this a draft too, or ` +
			`build with --drafts`,
	}},
	{"texts in the files of another language", []mistake{
		{file: "pages/about/en.md", old: "title: About", new: "title: من نحن ومن أين أتينا"},
		{file: "pages/about/en.md", old: "We are few.", new: "نحن قلة."},
		{file: "pages/about/ar.md", old: "من نحن", new: "About Wayfare"},
		{file: "faq/pay/ar.md", old: "كيف أدفع؟", new: "How do I pay?"},
		{file: "faq/pay/ar.md", old: "بالبطاقة.", new: "By card, or where you are met."},
		{file: "products/dunes/ar.md", old: "انظر أيضًا", new: "O passeio começa cedo, às oito, e vai até à " +
			"noite; no fim há chá e música, com vista:"},
		{file: "blog/camps/ar.md", old: "\n---\n", new: "\n---\n::card{product=dunes}\n\n" +
			"::card{product=dunes}\n\n::card{product=dunes}\n\n"},
	}, []string{
		`faq/pay/ar.md:2:11: warning: hardly a letter here is of the script that "ar" is written in: is this file of ` +
			`another language?`,
		`pages/about/en.md:2:8: warning: hardly a letter here is of the script that "en" is written in: is this file of ` +
			`another language?`,
		`products/dunes/ar.md:12:1: warning: hardly a letter here is of the script that "ar" is written in: is this ` +
			`prose of another language?`,
	}},
	{"links to localhost", []mistake{
		{file: "pages/about/en.md", old: "We are few.", new: "[a](http://wayfare.localhost:8080/about), " +
			"[b](https://localhost.example/x) and [c](http://[::1]/)."}}, []string{
		"pages/about/en.md:5:5: warning: http://wayfare.localhost:8080/about" + ownMachine,
		"pages/about/en.md:5:84: warning: http://[::1]/" + ownMachine,
	}},
	{"absolute links to storefronts", []mistake{
		{file: "pages/about/en.md", old: "We are few.", new: "[a](https://www.wayfare.example/gone) " +
			"[b](http://wayfare.localhost:8080/ar/gone?x#y)\n[c](https://www.wayfare.example) " +
			"[d](https://WWW.wayfare.example/ar/about/?x#y) [e](https://www.wayfare.example/feed.xml) " +
			"[f](https://www.wayfare.example/stories/camps) [g](https://www.wayfare.example/api/v1/search) " +
			"[h](https://other.example/gone)"},
		{file: "blog/camps/en.md", old: "Ask [us]", new: "https://www.wayfare.example/things-to-do-in-dubai/camel" +
			"\n\nAsk [us]"},
		{file: "products/walk/en.md", old: "Through the lanes.", new: "See " +
			"[x](https://www.wayfare.example/blog/camps), [y](https://www.wayfare.example/ar/blog/camps)."},
		{file: "blog/camps/ar.md", old: "2026-10-01", new: "2027-10-01"},
		{file: shop, old: "supplier: false", new: "supplier: false\nmenu: [{to: 'https://wayfare.localhost/team', " +
			"name: {en: Us, ar: نحن}}, {to: 'https://wayfare.localhost/faq', name: {en: FAQ, ar: أسئلة}}]"},
	}, []string{
		`blog/camps/en.md:10:1: warning: a dead link: the deployment "wayfare" has no page ` +
			`/things-to-do-in-dubai/camel`,
		`deployments/wayfare.yaml:6:13: warning: a dead link: the deployment "wayfare" has no page /team`,
		`pages/about/en.md:5:5: warning: a dead link: the deployment "wayfare" has no page /gone`,
		`pages/about/en.md:5:43: warning: a dead link: the deployment "wayfare" has no page /ar/gone?x`,
		"pages/about/en.md:5:43: warning: http://wayfare.localhost:8080/ar/gone?x#y" + ownMachine,
		`pages/about/en.md:6:38: warning: a dead link: /ar/about/?x of the deployment "wayfare" has no heading #y`,
		`products/walk/en.md:8:54: warning: https://www.wayfare.example/ar/blog/camps appears on 1 October 2027; ` +
			`until then this link leads nowhere`,
	}},
	{"a duplicate language", []mistake{
		{file: shop, old: "languages: [en, ar]", new: "languages: [en, ar, en]"}}, []string{
		`deployments/wayfare.yaml:6:21: the language "en" appears twice`,
	}},
}

func TestEveryWarningHasItsPlaceAndConsequence(t *testing.T) {
	for _, test := range remarks {
		t.Run(test.name, func(t *testing.T) {
			root := contenttest.Copy(t)
			for _, edit := range test.edits {
				edit.make(t, root)
			}
			warnings, errs := check(t, root)
			var got []string
			for _, line := range append(lines(warnings), lines(errs)...) {
				got = append(got, strings.TrimPrefix(line, root+"/"))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}
