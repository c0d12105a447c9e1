package main

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"text/template"
)

// point is what one full build took at a number of products.
type point struct {
	products int
	seconds  float64
}

// line is a generator's row of points.
type line struct {
	Name   string
	points []point
}

// plotBuildTimes builds ever more products with every generator, and draws the seconds that each build took.
func plotBuildTimes(us generator, peers []peer, most int, file string) error {
	generators := []generator{us}
	for _, p := range peers {
		generators = append(generators, p)
	}
	lines := make([]line, len(generators))
	for _, n := range plotSizes(most) {
		for i, g := range generators {
			if err := g.write(n); err != nil {
				return err
			}
			if err := g.clean(); err != nil {
				return err
			}
			c, _, err := g.build()
			if err != nil {
				return err
			}
			logLine("%d products, %-9s %7.2f s, %7.2f s CPU", n, g.name(), c.wall.Seconds(), c.cpu.Seconds())
			lines[i].Name = g.name()
			lines[i].points = append(lines[i].points, point{n, c.wall.Seconds()})
		}
	}
	picture, err := drawPlot(lines)
	if err != nil {
		return err
	}
	return os.WriteFile(file, picture, 0o644)
}

// plotSizes are 100, 300, 1,000 and so on up to the most.
func plotSizes(most int) (sizes []int) {
	for n := 100; n < most; n *= 10 {
		sizes = append(sizes, n)
		if 3*n < most {
			sizes = append(sizes, 3*n)
		}
	}
	return append(sizes, most)
}

// The picture's measures, in its own units.
const (
	plotWidth, plotHeight = 720, 420
	plotLeft, plotRight   = 60, 120
	plotTop, plotBottom   = 30, 50
)

// logarithmicScale places values on a logarithmic axis, from a first value at one place to a last at another.
func logarithmicScale(first, last, from, to float64) func(float64) float64 {
	return func(value float64) float64 {
		return from + (to-from)*math.Log(value/first)/math.Log(last/first)
	}
}

// axisMark is a value of an axis, with its position.
type axisMark struct {
	At   float64
	Text string
}

// powersOfTen are the powers of ten from one value to another.
func powersOfTen(from, to float64) (values []float64) {
	for v := math.Pow(10, math.Ceil(math.Log10(from))); v <= to*1.0001; v *= 10 {
		values = append(values, v)
	}
	return values
}

// drawPlot returns the picture as SVG: both axes logarithmic, each generator's name at the end of its line.
func drawPlot(lines []line) ([]byte, error) {
	var products, seconds []float64
	for _, l := range lines {
		for _, p := range l.points {
			products, seconds = append(products, float64(p.products)), append(seconds, p.seconds)
		}
	}
	least, most := slices.Min(seconds)*0.8, slices.Max(seconds)*1.25
	x := logarithmicScale(slices.Min(products), slices.Max(products), plotLeft, plotWidth-plotRight)
	y := logarithmicScale(least, most, plotHeight-plotBottom, plotTop)
	view := struct {
		Width, Height, Left, Right, Top, Bottom int
		Columns, Rows                           []axisMark
		Lines                                   []drawnLine
	}{plotWidth, plotHeight, plotLeft, plotWidth - plotRight, plotTop, plotHeight - plotBottom, nil, nil, nil}
	for _, v := range powersOfTen(slices.Min(products), slices.Max(products)) {
		view.Columns = append(view.Columns, axisMark{x(v), fmt.Sprintf("%.0f", v)})
	}
	for _, v := range powersOfTen(least, most) {
		view.Rows = append(view.Rows, axisMark{y(v), fmt.Sprintf("%g s", v)})
	}
	for i, l := range lines {
		d := drawnLine{Name: l.Name, Color: plotColors[i%len(plotColors)]}
		for k, p := range l.points {
			d.X, d.Y = x(float64(p.products)), y(p.seconds)
			d.Path += fmt.Sprintf("%c%.1f %.1f", "ML"[min(k, 1)], d.X, d.Y)
		}
		d.Last = fmt.Sprintf("%.3g s", l.points[len(l.points)-1].seconds)
		view.Lines = append(view.Lines, d)
	}
	separateLabels(view.Lines)
	var b bytes.Buffer
	err := plotPicture.Execute(&b, view)
	return b.Bytes(), err
}

// nameHeight is what a name beside a line takes.
const nameHeight = 16

// separateLabels moves names that would cover each other apart, from the lowest line up.
func separateLabels(lines []drawnLine) {
	var from []*drawnLine
	for i := range lines {
		from = append(from, &lines[i])
	}
	slices.SortFunc(from, func(a, b *drawnLine) int { return cmp.Compare(b.Y, a.Y) })
	for i := 1; i < len(from); i++ {
		from[i].Y = min(from[i].Y, from[i-1].Y-nameHeight)
	}
}

// drawnLine is a line with its name and last value beside its end.
type drawnLine struct {
	Name, Color, Path, Last string
	X, Y                    float64
}

// plotColors can be distinguished on white and on black, and without red and green.
var plotColors = []string{"#0f8a7e", "#d9480f", "#7a5af8", "#8a8f98"}

var plotPicture = template.Must(template.New("plot").Parse(
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{.Width}} {{.Height}}" role="img" ` +
		`font-family="system-ui, sans-serif" font-size="13" fill="#808790">
<title>Seconds of a full build against the number of products, in two languages; both axes are logarithmic</title>
{{range .Columns}}<path d="M{{printf "%.1f" .At}} {{$.Top}}V{{$.Bottom}}" stroke="#808790" stroke-opacity=".25"/>
<text x="{{printf "%.1f" .At}}" y="{{$.Bottom}}" dy="20" text-anchor="middle">{{.Text}}</text>
{{end}}{{range .Rows}}<path d="M{{$.Left}} {{printf "%.1f" .At}}H{{$.Right}}" stroke="#808790" stroke-opacity=".25"/>
<text x="{{$.Left}}" y="{{printf "%.1f" .At}}" dx="-8" dy="4" text-anchor="end">{{.Text}}</text>
{{end}}<text x="{{$.Right}}" y="{{$.Bottom}}" dy="40" text-anchor="end">products</text>
{{range .Lines}}<path d="{{.Path}}" fill="none" stroke="{{.Color}}" stroke-width="2.5" stroke-linejoin="round"/>
<text x="{{printf "%.1f" .X}}" y="{{printf "%.1f" .Y}}" dx="8" dy="4" fill="{{.Color}}" font-weight="600">{{.Name}} ` +
		`{{.Last}}</text>
{{end}}</svg>
`))
