package typeset

// Levels are the embedding levels of a text without its controls.
func Levels(text string, rtl bool) (runes []rune, levels []int) {
	p := resolveBidi(text, rtl)
	for _, l := range p.levels {
		levels = append(levels, int(l))
	}
	return p.runes, levels
}

// Visual returns the letters of a line from left to right.
func (l Line) Visual() (text string) {
	for _, run := range l.Runs {
		for _, word := range run.Words {
			text += word.Text
		}
	}
	return text
}
