package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// writeMarkdown writes the catalogue for Hugo, Astro and Eleventy: one file with front matter for each document and
// language.
func writeMarkdown(f *siteFolder, n int) {
	for l := range languages {
		writeMarkdownPlaces(f, l)
	}
	forEach(n, func(i int) {
		p := newProduct(i, n)
		for l := range languages {
			writeMarkdownProduct(f, p, l)
		}
	})
	forEach(postCount(n), func(i int) {
		for l := range languages {
			writeMarkdownPost(f, i, l, n)
		}
	})
}

// placesJSON returns the cities and categories in their order.
func placesJSON() string {
	named := func(all []place) (out []map[string]string) {
		for _, p := range all {
			row := map[string]string{"slug": p.Slug}
			for l, language := range languages {
				row[language] = p.Names[l]
			}
			out = append(out, row)
		}
		return out
	}
	data, err := json.Marshal(map[string]any{"cities": named(cities), "categories": named(categories)})
	if err != nil {
		panic(err) // texts cannot fail
	}
	return string(data)
}

// markdownLinks returns a replacer of links by the addresses of one language.
func markdownLinks(l int) *strings.Replacer {
	prefix := ""
	if l > 0 {
		prefix = "/" + languages[l]
	}
	return strings.NewReplacer("](city:", "]("+prefix+"/cities/", "](category:", "]("+prefix+"/categories/",
		"](product:", "]("+prefix+"/products/")
}

func writeMarkdownPlaces(f *siteFolder, l int) {
	content := "content/" + languages[l] + "/"
	place := func(dir string, number, picture int, p place) {
		w := newWriter(5, number, l)
		f.write(content+dir+"/"+p.Slug+"/_index.md", fmt.Sprintf("---\ntitle: %s\nsummary: %s\nimage: %s\n---\n%s\n",
			quoteYAML(p.Names[l]), quoteYAML(w.sentence(14, 18)), pictureName(picture%pictureCount), w.paragraph(60)))
	}
	for i, c := range cities {
		place("cities", i, i, c)
	}
	for i, c := range categories {
		place("categories", len(cities)+i, i, c)
	}
	for i, slug := range textPages {
		w := newWriter(7, i, l)
		f.write(content+slug+".md", fmt.Sprintf("---\ntitle: %s\nsummary: %s\n---\n%s\n", quoteYAML(w.phrase(3)),
			quoteYAML(w.sentence(14, 18)), w.paragraph(400)))
	}
	var questions, guests strings.Builder
	for i := range 6 {
		w := newWriter(6, i, l)
		fmt.Fprintf(&questions, "  - {question: %s, answer: %s}\n", quoteYAML(w.phrase(8)), quoteYAML(w.paragraph(40)))
		fmt.Fprintf(&guests, "  - {author: %s, text: %s, product: %s}\n", quoteYAML(w.oneOf(authors[l])),
			quoteYAML(w.paragraph(20)), slugOf(i))
	}
	f.write(content+"faq.md", "---\ntitle: FAQ\nlayout: faq\nquestions:\n"+questions.String()+"---\n")
	f.write(content+"_index.md", "---\ntitle: "+quoteYAML([]string{"Wander", "واندر"}[l])+
		"\nlayout: home\ntestimonials:\n"+guests.String()+"---\n")
	f.write(content+"products/_index.md", "---\ntitle: "+quoteYAML([]string{"All experiences",
		"كل التجارب"}[l])+"\n---\n")
	f.write(content+"blog/_index.md", "---\ntitle: "+quoteYAML([]string{"Stories", "قصص"}[l])+"\n---\n")
}

func writeMarkdownProduct(f *siteFolder, p *product, l int) {
	t := p.texts[l]
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %s\nsummary: %s\nplace: %s\n", quoteYAML(t.title), quoteYAML(t.summary),
		quoteYAML(t.place))
	fmt.Fprintf(&b, "cities: [%s]\ncategories: [%s]\nweight: %d\nlabel: %s\n", p.city.Slug, p.kind.Slug, p.number+1,
		[]string{"Bestseller", "الأكثر مبيعا"}[l])
	rating := 0
	for _, r := range p.reviews {
		rating += r.rating
	}
	fmt.Fprintf(&b, "price: %d\nchild: %d\ncurrency: AED\nhours: %d\nrating: %.1f\nsupplier: %s\n", p.price, p.child,
		p.hours, float64(rating)/float64(len(p.reviews)), []string{"Local guides", "مرشدون محليون"}[l])
	b.WriteString("gallery:\n")
	for _, i := range p.pictures {
		fmt.Fprintf(&b, "  - {src: /media/%s, alt: %s}\n", pictureName(i), quoteYAML(pictureAlt(i, l)))
	}
	fmt.Fprintf(&b, "options:\n  - title: %s\n    text: %s\n    units: [{name: %s, ages: \"12–75\", price: %d}, "+
		"{name: %s, ages: \"5–11\", price: %d}]\n",
		quoteYAML(firstWords(t.shared)), quoteYAML(t.shared), []string{"Adult", "بالغ"}[l], p.price,
		[]string{"Child", "طفل"}[l], p.child)
	fmt.Fprintf(&b, "  - title: %s\n    text: %s\n    units: [{name: %s, price: %d}]\n",
		quoteYAML(firstWords(t.private)),
		quoteYAML(t.private), quoteYAML(firstWords(t.private)), p.private)
	fmt.Fprintf(&b, "extras: [{title: %s, text: %s, price: 150}]\n", quoteYAML(firstWords(t.extra)), quoteYAML(t.extra))
	fmt.Fprintf(&b, "highlights: %s\nincludes: %s\nexcludes: %s\nknow: %s\nbring: %s\n", listYAML(t.highlights),
		listYAML(t.includes), listYAML(t.excludes), listYAML(t.know), listYAML(t.bring))
	b.WriteString("itinerary:\n")
	for i, s := range t.steps {
		fmt.Fprintf(&b, "  - {at: \"%02d:00\", title: %s, text: %s}\n", 8+i, quoteYAML(s.title), quoteYAML(s.text))
	}
	fmt.Fprintf(&b, "related: [%s]\nreviews:\n%s---\n%s", strings.Join(p.related, ", "), reviewsYAML(p.reviews, "  "),
		markdownLinks(l).Replace(t.overview))
	f.write("content/"+languages[l]+"/products/"+p.slug+".md", b.String())
}

func writeMarkdownPost(f *siteFolder, i, l, n int) {
	p := newPost(i, l, n)
	f.write("content/"+languages[l]+"/blog/"+p.slug+".md", fmt.Sprintf(
		"---\ntitle: %s\ndate: %s\nsummary: %s\nauthor: %s\nimage: %s\nproducts: [%s]\n---\n%s",
		quoteYAML(p.title), p.date, quoteYAML(p.description), quoteYAML(p.author), pictureName(p.picture),
		strings.Join(p.products, ", "), markdownLinks(l).Replace(p.body)))
}
