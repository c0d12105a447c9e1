package source

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"storefront/internal/content/markdown"
	"storefront/internal/content/yaml"
	"storefront/internal/core/payload"
	"storefront/internal/lib/mojibake"
	"storefront/internal/lib/suggest"
)

// checkText reports what is wrong in a text.
func (d *decoder) checkText(n *yaml.Node) {
	if i := firstControlCharacter(n.Value); i >= 0 && !d.allowsUncleanText {
		r, _ := utf8.DecodeRuneInString(n.Value[i:])
		d.report(n.Line, n.Col, false, "this text has an invisible character: %U", r)
	}
	d.warnCommentInText(n)
	d.reportJoinedListItem(n)
	d.warnMarkup(n)
	if !d.allowsUncleanText && strings.Contains(n.Value, "\uFFFD") {
		d.report(n.Line, n.Col, true, "%s", markdown.LostLetterMessage)
	}
	if _, word, meant := mojibake.Find(n.Value); word != "" && !d.allowsUncleanText {
		d.report(n.Line, n.Col, true, markdown.WrongEncodingMessage, word, meant)
	}
}

func (d *decoder) decodeBoolean(n *yaml.Node, into reflect.Value) {
	if n.Value != "true" && n.Value != "false" {
		hint := ""
		if write := booleanWords[strings.ToLower(n.Value)]; write != "" {
			hint = ": write " + write
		}
		d.reportUnread(n, "%q is not true or false%s", n.Value, hint)
		return
	}
	into.SetBool(n.Value == "true")
}

func (d *decoder) decodeInteger(n *yaml.Node, into reflect.Value) {
	i, err := strconv.Atoi(n.Value)
	switch {
	case (err != nil && !errors.Is(err, strconv.ErrRange)) || i < 0 || n.Quoted:
		d.reportUnread(n, "%q is not a whole number", n.Value)
	case i > maxInteger:
		d.reportUnread(n, "%q is more than %d, which is the most here", n.Value, maxInteger)
	default:
		into.SetInt(int64(i))
	}
}

func (d *decoder) decodeNumber(n *yaml.Node, into reflect.Value) {
	x, err := strconv.ParseFloat(n.Value, 64)
	if err != nil || n.Quoted || x != x || x > 1e9 || x < -1e9 {
		d.reportUnread(n, "%q is not a number", n.Value)
		return
	}
	into.SetFloat(x)
}

// maxInteger is the largest whole number, and maxPrice the highest price in minor units. Their product is still
// counted exactly, in JavaScript too.
const (
	maxInteger = 1_000_000
	maxPrice   = (1 << 53) / maxInteger
)

// booleanWords are words for true and false that editors write.
var booleanWords = map[string]string{"true": "true", "yes": "true", "on": "true", "1": "true",
	"false": "false", "no": "false", "off": "false", "0": "false"}

// decodeEnumeration sets a value of the list; it leaves the default in the place of any other.
func (d *decoder) decodeEnumeration(n *yaml.Node, into reflect.Value) {
	value := reflect.ValueOf(n.Value).Convert(into.Type())
	if err := value.Interface().(enumeration).Check(); err != nil {
		hint := ""
		if all, ok := value.Interface().(payload.Enumeration); ok {
			hint = suggest.DidYouMean(n.Value, all.Values())
		}
		if into.Type() == reflect.TypeFor[payload.ProductStatus]() && hint == "" && isHiddenState(n) {
			hint = "; a product that is not public yet has " + DraftAdvice
		}
		d.reportUnread(n, "%v%s", err, hint)
		return
	}
	into.Set(value)
}

// firstControlCharacter returns the offset of the first unseen character of a text; -1 where there is none.
func firstControlCharacter(text string) int {
	for i := range len(text) {
		// Control characters are below the space, and U+007F to U+009F: 7F, C2 80 to C2 9F in UTF-8.
		if c := text[i]; c < ' ' || c == 0x7f || c == 0xc2 {
			if r, _ := utf8.DecodeRuneInString(text[i:]); isControlCharacter(r) {
				return i
			}
		}
	}
	return -1
}
