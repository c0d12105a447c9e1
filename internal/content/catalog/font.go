package catalog

// Fonts are the fonts of a deployment. A font that it leaves out is the program's.
type Fonts struct {
	Body    FontFiles `yaml:"body"`
	Heading FontFiles `yaml:"heading"`
}

// FontFiles are the files of a font for each script: WOFF2 files of content/media, a variable one, or one for each
// weight.
type FontFiles struct {
	Latin  []string `yaml:"latin"`
	Arabic []string `yaml:"arabic"`
}

// Files are the names of all files, each once.
func (f *Fonts) Files() (all []string) {
	if f == nil {
		return nil
	}
	seen := map[string]bool{}
	for _, list := range [][]string{f.Body.Latin, f.Body.Arabic, f.Heading.Latin, f.Heading.Arabic} {
		for _, name := range list {
			if !seen[name] {
				all = append(all, name)
			}
			seen[name] = true
		}
	}
	return all
}

// Font is a WOFF2 file of content/media.
type Font struct {
	File string
	Hash string
	// MinWeight and MaxWeight are the weights that it can be drawn in: the same unless it is variable.
	MinWeight, MaxWeight int
	Italic               bool
	// Latin and Arabic report whether it has letters of the script.
	Latin, Arabic bool
	// Ascent, Descent and LineGap are parts of the font size. Width is the average advance of small Latin letters in
	// English text, or zero for a font without them.
	Ascent, Descent, LineGap, Width float64
}
