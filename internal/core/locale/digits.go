package locale

// LatinDigit gives an Arabic-Indic or Persian digit as the Latin one, and any other character as it is: phones in the
// region type them.
func LatinDigit(r rune) rune {
	switch {
	case r >= '٠' && r <= '٩':
		return r - '٠' + '0'
	case r >= '۰' && r <= '۹':
		return r - '۰' + '0'
	}
	return r
}
