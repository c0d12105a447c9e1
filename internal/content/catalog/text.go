package catalog

// SetBody sets the prose below the front matter of a text.
func (t *ProductText) SetBody(p Prose) { t.Body = p }

// SetBody sets the prose below the front matter of a text.
func (t *PlaceText) SetBody(p Prose) { t.Body = p }

// SetBody sets the prose below the front matter of a text.
func (t *FAQText) SetBody(p Prose) { t.Body = p }

// SetBody sets the prose below the front matter of a text.
func (t *PageText) SetBody(p Prose) { t.Body = p }

// SetBody sets the prose below the front matter of a text.
func (t *TestimonialText) SetBody(p Prose) { t.Body = p }

// IsDraft reports whether a translation is not shown yet.
func (t *ProductText) IsDraft() bool { return t.Draft }

// IsDraft reports whether a translation is not shown yet.
func (t *PlaceText) IsDraft() bool { return t.Draft }

// IsDraft reports whether a translation is not shown yet.
func (t *FAQText) IsDraft() bool { return t.Draft }

// IsDraft reports whether a translation is not shown yet.
func (t *PageText) IsDraft() bool { return t.Draft }

// IsDraft reports whether a translation is not shown yet.
func (t *TestimonialText) IsDraft() bool { return t.Draft }
