import * as v from 'valibot'

// Rules of fields that several forms have. Their messages are the API's field codes.

export const required = v.pipe(v.string(), v.trim(), v.nonEmpty('required'))
export const personName = v.pipe(required, v.maxLength(100, 'max'))
/** A text of at most so many characters, as the API counts them. */
export const maxCharacters = (max: number) => v.check((text: string) => [...text].length <= max, 'max')
// Words in any script, joined by dots, before and after the @. The last word is not a number. The server's rule is in
// internal/core/form/form.go.
const word = String.raw`[^\s\p{C}\p{Z}@.,:;"()<>[\]\\]+`
const addressPattern = new RegExp(String.raw`^${word}(?:\.${word})*@(?:${word}\.)+(?!\d+$)${word}$`, 'u')
export const emailAddress = v.pipe(required, v.maxLength(254, 'max'), v.regex(addressPattern, 'format'))
