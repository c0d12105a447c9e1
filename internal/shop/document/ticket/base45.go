package ticket

import (
	"errors"
	"strings"
)

// base45 is the alphabet of RFC 9285: the characters that QR codes store in five and a half bits each.
const base45 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

var (
	errNotBase45       = errors.New("a letter that is not of the alphabet, or a group that is too large")
	errIncompleteGroup = errors.New("the last group is not whole")
)

func encode45(data []byte) string {
	var out strings.Builder
	for ; len(data) >= 2; data = data[2:] {
		n := int(data[0])<<8 | int(data[1])
		out.Write([]byte{base45[n%45], base45[n/45%45], base45[n/(45*45)]})
	}
	if len(data) == 1 {
		out.Write([]byte{base45[data[0]%45], base45[data[0]/45]})
	}
	return out.String()
}

// decode45 returns the bytes before an error together with the error.
func decode45(text string) ([]byte, error) {
	var out []byte
	for len(text) > 0 {
		group := text[:min(3, len(text))]
		text = text[len(group):]
		n := 0
		for i := len(group) - 1; i >= 0; i-- {
			digit := strings.IndexByte(base45, group[i])
			if digit < 0 {
				return out, errNotBase45
			}
			n = n*45 + digit
		}
		switch {
		case len(group) == 1, len(group) == 2 && n > 0xff:
			return out, errIncompleteGroup
		case n > 0xffff:
			return out, errNotBase45
		case len(group) == 3:
			out = append(out, byte(n>>8))
		}
		out = append(out, byte(n))
	}
	return out, nil
}
