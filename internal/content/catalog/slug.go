package catalog

// slugged is a text that may give its page a slug in its language.
type slugged[T any] interface {
	*T
	ownSlug() string
}

// slugIn returns the slug of a page in a view: that of the text that the view shows, or else the name of its folder.
func slugIn[T any, P slugged[T]](v View, folder string, texts map[string]*T) string {
	if text, _ := TextIn(v, texts); text != nil {
		if own := P(text).ownSlug(); own != "" {
			return own
		}
	}
	return folder
}

// SlugIn returns the slug of the product's page in a view.
func (p *Product) SlugIn(v View) string { return slugIn(v, p.Slug, p.Texts) }

// SlugIn returns the slug of the city's page in a view.
func (c *City) SlugIn(v View) string { return slugIn(v, c.Slug, c.Texts) }

// SlugIn returns the slug of the category's page in a view.
func (c *Category) SlugIn(v View) string { return slugIn(v, c.Slug, c.Texts) }

// SlugIn returns the slug of the page in a view.
func (p *TextPage) SlugIn(v View) string { return slugIn(v, p.Slug, p.Texts) }

func (t *ProductText) ownSlug() string { return t.Slug }

func (t *PlaceText) ownSlug() string { return t.Slug }

func (t *PageText) ownSlug() string { return t.Slug }
