package main

import (
	"fmt"
	"strings"
)

// The catalogue is generated document by document; all generators get the same texts, each in its own format.

const (
	pageSize     = 24
	pictureCount = 24
	stepCount    = 8
)

// product is an experience with its texts by language.
type product struct {
	number       int
	slug         string
	city, kind   place
	price, child int
	private      int
	hours        int
	pictures     []int
	related      []string
	reviews      []review
	texts        []productText
}

type productText struct {
	title, summary, place          string
	shared, private, extra         string // descriptions
	highlights, includes, excludes []string
	know, bring                    []string
	steps                          []step
	overview                       string // Markdown; links are city:, category: or product: with a slug
}

type step struct{ title, text string }

type review struct {
	author, country, date, language, title, text string
	rating                                       int
}

func cityOf(i int) place     { return cities[i%len(cities)] }
func categoryOf(i int) place { return categories[(i*7+i/len(cities))%len(categories)] }

func slugOf(i int) string { return fmt.Sprintf("%s-%s-%06d", cityOf(i).Slug, categoryOf(i).Slug, i) }

// newProduct returns product i of n. It is related to the next products of the same city.
func newProduct(i, n int) *product {
	w := newWriter(1, i, 0)
	p := &product{number: i, slug: slugOf(i), city: cityOf(i), kind: categoryOf(i), price: w.between(40, 900),
		hours: w.between(2, 12)}
	p.child, p.private = p.price*7/10, p.price*4
	for j := range 5 {
		p.pictures = append(p.pictures, (i*5+j*7)%pictureCount)
	}
	for j := 1; j <= 4; j++ {
		if other := (i + len(cities)*j) % n; other != i {
			p.related = append(p.related, slugOf(other))
		}
	}
	for range 5 {
		p.reviews = append(p.reviews, newReview(w))
	}
	for language := range languages {
		p.texts = append(p.texts, newProductText(p, language))
	}
	return p
}

func newReview(w writer) review {
	language := w.IntN(len(languages))
	w.words = vocabulary[language]
	return review{
		author: w.oneOf(authors[language]), country: w.oneOf(countries[language]), rating: w.between(3, 5),
		language: languages[language],
		date:     fmt.Sprintf("2025-%02d-%02d", w.between(1, 10), w.between(1, 28)),
		title:    w.phrase(5), text: w.paragraph(w.between(16, 24)),
	}
}

func newProductText(p *product, language int) productText {
	w := newWriter(2, p.number, language)
	t := productText{
		title:   p.city.Names[language] + ": " + w.phrase(4) + " – " + p.kind.Names[language],
		summary: w.sentence(14, 17), place: p.city.Names[language] + ", " + w.phrase(3),
		shared: w.sentence(8, 12), private: w.sentence(8, 12), extra: w.sentence(6, 9),
		highlights: w.sentences(8, 9, 14), includes: w.sentences(5, 3, 6), excludes: w.sentences(2, 3, 6),
		know: w.sentences(4, 8, 14), bring: w.sentences(3, 3, 6),
	}
	for range stepCount {
		t.steps = append(t.steps, step{w.phrase(4), w.paragraph(14)})
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n**%s** %s [%s](city:%s) %s\n\n", w.paragraph(70), w.phrase(5), w.paragraph(50), w.phrase(3),
		p.city.Slug, w.paragraph(15))
	fmt.Fprintf(&b, "### %s\n\n", w.phrase(4))
	for range 4 {
		fmt.Fprintf(&b, "- %s\n", w.sentence(8, 12))
	}
	fmt.Fprintf(&b, "\n%s *%s* [%s](category:%s).\n", w.paragraph(60), w.phrase(4), w.phrase(3), p.kind.Slug)
	t.overview = b.String()
	return t
}

// post is a post in one language.
type post struct {
	slug, title, description, author, date string
	picture                                int
	products                               []string
	body                                   string
}

func newPost(i, language, n int) post {
	w := newWriter(3, i, language)
	p := post{
		slug: fmt.Sprintf("travel-notes-%05d", i), title: w.phrase(8), description: w.sentence(16, 20),
		author: w.oneOf(authors[language]),
		date:   fmt.Sprintf("2025-%02d-%02d", 1+i%10, 1+i%28), picture: i % pictureCount,
		products: []string{slugOf(i * 10 % n), slugOf((i*10 + 5) % n)},
	}
	var b strings.Builder
	b.WriteString(w.paragraph(80) + "\n\n")
	for section := range 5 {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n%s **%s** %s [%s](category:%s) %s\n\n", w.phrase(5), w.paragraph(60),
			w.paragraph(30), w.phrase(3),
			w.paragraph(10), w.phrase(3), categories[(i+section)%len(categories)].Slug, w.paragraph(10))
		switch section {
		case 1:
			for range 5 {
				fmt.Fprintf(&b, "- %s\n", w.sentence(7, 10))
			}
			b.WriteByte('\n')
		case 3:
			fmt.Fprintf(&b, "> %s\n\n", w.paragraph(30))
		}
	}
	fmt.Fprintf(&b, "%s [%s](product:%s)\n", w.paragraph(60), w.phrase(3), p.products[0])
	p.body = b.String()
	return p
}

func postCount(n int) int { return n / 10 }

func pictureName(i int) string { return fmt.Sprintf("scene-%02d.png", i) }

func pictureAlt(i, language int) string { return newWriter(4, i, language).phrase(6) }
