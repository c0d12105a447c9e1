package importer

import "strings"

// YesWords and NoWords are answers in cells and front matter, in small letters without spaces, as Word returns them.
var YesWords = strings.Fields(`yes y true 1 on ja wahr oui vrai sí si verdadero sì vero sim verdadeiro waar
		evet doğru да истина نعم صحيح כן بله 是`)

var NoWords = strings.Fields(`no n false 0 off never nein falsch non faux falso não nao nee onwaar
		hayır hayir yanlış нет ложь لا خطأ לא خیر نه 否 不`)

// Word is a text in small letters without spaces, and without the joiner of Persian words.
func Word(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(text, "\u200c", "")), ""))
}
