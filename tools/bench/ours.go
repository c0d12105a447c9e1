package main

import (
	"fmt"
	"strings"
)

const ourDeployment = `hosts: [bench.localhost]
baseUrl: https://bench.example
name: {en: Wander, ar: واندر}
tagline: {en: "Experiences with people who know the place", ar: "تجارب مع أهل المكان"}
layoutType: default
supplier: false
languages: [en, ar]
currencies: [AED]
payments: [card, pay_later]
pageSize: 24
heroImage: scene-00.png
contact: {email: hello@bench.example, phone: "+971 4 555 0100"}
claims: {experiences: 500, activities: 3000, searchActivities: 300}
`

// writeOurs writes the catalogue in the format of docs/content.md.
func writeOurs(root string, n int) error {
	f := &siteFolder{root: root}
	f.write("deployments/bench.yaml", ourDeployment)
	f.write("suppliers/local-guides.yaml", "name: {en: Local guides, ar: مرشدون محليون}\nconfirmation: instant\n")
	f.write("labels.yaml", "bestseller: {en: Bestseller, ar: الأكثر مبيعا}\n")
	f.write("occasions.yaml", "couples: {en: Couples, ar: للأزواج}\n")
	f.pictures("media")
	writeOurSmallDocuments(f)
	forEach(n, func(i int) { writeOurProduct(f, newProduct(i, n)) })
	forEach(postCount(n), func(i int) { writeOurPost(f, i, n) })
	return f.err
}

// writeOurSmallDocuments writes the small documents: places, questions, text pages, testimonials, alternative texts.
func writeOurSmallDocuments(f *siteFolder) {
	for i, c := range cities {
		f.write("cities/"+c.Slug+"/city.yaml", fmt.Sprintf("country: AE\ntimeZone: Asia/Dubai\nlocation: "+
			"{latitude: 25.2, longitude: 55.3}\nimage: %s\nweight: %d\n", pictureName(i%pictureCount), i+1))
		writeOurPlace(f, "cities/"+c.Slug, c, i)
	}
	for i, c := range categories {
		f.write("categories/"+c.Slug+"/category.yaml",
			fmt.Sprintf("image: %s\nweight: %d\n", pictureName(i%pictureCount), i+1))
		writeOurPlace(f, "categories/"+c.Slug, c, len(cities)+i)
	}
	f.write("faq/topics.yaml", "- {id: booking, title: {en: Booking, ar: الحجز}}\n")
	for i := range 6 {
		slug := fmt.Sprintf("faq/question-%d", i)
		f.write(slug+"/faq.yaml", fmt.Sprintf("topic: booking\nweight: %d\n", i+1))
		f.write(fmt.Sprintf("testimonials/guest-%d/testimonial.yaml", i),
			fmt.Sprintf("product: %s\nrating: 5\ncountry: AE\n", slugOf(i)))
		for l, language := range languages {
			w := newWriter(6, i, l)
			f.write(slug+"/"+language+".md", "---\nquestion: "+quoteYAML(w.phrase(8))+"\n---\n"+w.paragraph(40)+"\n")
			f.write(fmt.Sprintf("testimonials/guest-%d/%s.md", i, language), "---\nauthor: "+
				quoteYAML(w.oneOf(authors[l]))+"\n---\n"+w.paragraph(20)+"\n")
		}
	}
	for l, language := range languages {
		var alts strings.Builder
		for i := range pictureCount {
			fmt.Fprintf(&alts, "%s: %s\n", pictureName(i), quoteYAML(pictureAlt(i, l)))
		}
		f.write("media/"+language+".yaml", alts.String())
		for i, slug := range textPages {
			w := newWriter(7, i, l)
			f.write("pages/"+slug+"/"+language+".md",
				fmt.Sprintf("---\ntitle: %s\ndescription: %s\n---\n%s\n", quoteYAML(w.phrase(3)),
					quoteYAML(w.sentence(14, 18)), w.paragraph(400)))
		}
	}
}

var textPages = []string{"about", "privacy-policy", "terms-and-conditions"}

func writeOurPlace(f *siteFolder, dir string, p place, number int) {
	for l, language := range languages {
		w := newWriter(5, number, l)
		f.write(dir+"/"+language+".md", fmt.Sprintf("---\ntitle: %s\nsummary: %s\n---\n%s\n", quoteYAML(p.Names[l]),
			quoteYAML(w.sentence(14, 18)), w.paragraph(60)))
	}
}

func writeOurProduct(f *siteFolder, p *product) {
	dir := "products/" + p.slug + "/"
	var pictures, steps []string
	for _, i := range p.pictures {
		pictures = append(pictures, pictureName(i))
	}
	for i := range stepCount {
		steps = append(steps, fmt.Sprintf("  - {id: step-%d, at: \"%02d:00\"}", i, 8+i))
	}
	f.write(dir+"product.yaml", fmt.Sprintf(`city: %s
categories: [%s]
supplier: local-guides
labels: [bestseller]
occasions: [couples]
weight: %d
availabilityType: START_TIME
pricingPer: UNIT
currency: AED
duration: %dh
ages: {min: 5, max: 75}
guideLanguages: [en, ar]
location: {latitude: 25.0342, longitude: 55.5971}
pickup: {included: true, addressRequired: true, points: [{id: hotels, time: "07:30"}]}
dropOff: {included: true, points: [{id: hotels, time: "19:00"}]}
images: [%s]
schedule:
  weekdays: [mon, tue, wed, thu, fri, sat, sun]
  startTimes: ["08:00", "14:00"]
  leadTime: 4h
cancellation: [{before: 24h, refund: 100}, {before: 6h, refund: 50}]
options:
  - id: shared
    capacity: 12
    maxTravellers: 8
    units:
      - {type: ADULT, pricedBy: PERSON, price: %d, ages: {min: 12, max: 75}, min: 1, max: 8}
      - {type: CHILD, pricedBy: PERSON, price: %d, ages: {min: 5, max: 11}, max: 6}
  - id: private
    capacity: 18
    maxTravellers: 6
    units:
      - {type: OTHER, id: car, pricedBy: ITEM, price: %d, paxCount: 6, max: 1}
extras: [{id: photos, pricingPer: BOOKING, price: 150, max: 1}]
itinerary:
%s
related: [%s]
`, p.city.Slug, p.kind.Slug, p.number+1, p.hours, strings.Join(pictures, ", "), p.price, p.child, p.private, strings.Join(steps, "\n"), strings.Join(p.related, ", ")))
	f.write(dir+"reviews.yaml", reviewsYAML(p.reviews, ""))
	for l, language := range languages {
		f.write(dir+language+".md", ourProductText(p.texts[l]))
	}
}

func reviewsYAML(reviews []review, indent string) string {
	var b strings.Builder
	for _, r := range reviews {
		fmt.Fprintf(&b, "%s- {author: %s, country: %s, rating: %d, date: \"%s\", language: %s, title: %s, text: %s}\n",
			indent, quoteYAML(r.author), r.country, r.rating, r.date, r.language, quoteYAML(r.title), quoteYAML(r.text))
	}
	return b.String()
}

func ourProductText(t productText) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %s\nsummary: %s\nplace: %s\n", quoteYAML(t.title), quoteYAML(t.summary),
		quoteYAML(t.place))
	fmt.Fprintf(&b, "options:\n  shared: {title: %s, description: %s}\n", quoteYAML(firstWords(t.shared)),
		quoteYAML(t.shared))
	fmt.Fprintf(&b, "  private: {title: %s, description: %s}\n", quoteYAML(firstWords(t.private)), quoteYAML(t.private))
	fmt.Fprintf(&b, "units: {car: %s}\n", quoteYAML(firstWords(t.private)))
	fmt.Fprintf(&b, "extras:\n  photos: {title: %s, description: %s}\n", quoteYAML(firstWords(t.extra)),
		quoteYAML(t.extra))
	fmt.Fprintf(&b, "pickupPoints: {hotels: %s}\ndropOffPoints: {hotels: %s}\n", quoteYAML(t.place), quoteYAML(t.place))
	fmt.Fprintf(&b, "highlights: %s\nincludes: %s\nexcludes: %s\n", listYAML(t.highlights), listYAML(t.includes),
		listYAML(t.excludes))
	b.WriteString("itinerary:\n")
	for i, s := range t.steps {
		fmt.Fprintf(&b, "  step-%d: {title: %s, text: %s}\n", i, quoteYAML(s.title), quoteYAML(s.text))
	}
	fmt.Fprintf(&b, "knowBeforeYouGo: %s\nwhatToBring: %s\n---\n%s", listYAML(t.know), listYAML(t.bring),
		ourLinks.Replace(t.overview))
	return b.String()
}

var ourLinks = strings.NewReplacer("](city:", "](/things-to-do-in-", "](category:", "](/")

// firstWords returns the first words of a sentence as a short title.
func firstWords(text string) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(3, len(words))], " ")
}

func writeOurPost(f *siteFolder, i, n int) {
	for l, language := range languages {
		p := newPost(i, l, n)
		f.write("blog/"+p.slug+"/"+language+".md", fmt.Sprintf(
			"---\ntitle: %s\ndate: %s\ndescription: %s\nauthor: %s\nimage: %s\nproducts: [%s]\n---\n%s",
			quoteYAML(p.title), p.date, quoteYAML(p.description), quoteYAML(p.author), pictureName(p.picture),
			strings.Join(p.products, ", "), ourLinks.Replace(p.body)))
	}
}
