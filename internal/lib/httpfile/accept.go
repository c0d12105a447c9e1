package httpfile

import (
	"strconv"
	"strings"
)

// Weight returns the q among the parameters of a member of Accept or Accept-Encoding (RFC 9110, 12.4.2): 1 without a q,
// 0 if it is malformed.
func Weight(parameters string) float64 {
	for p := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(p, "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil || !(q >= 0 && q <= 1) {
				return 0
			}
			return q
		}
	}
	return 1
}
