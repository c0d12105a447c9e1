// The names of attributes that pages use, as React has them; html.test.tsx compares them with react-dom. The
// serialiser refuses other names, so that a misspelled one fails the build of its page.

const wordSet = (words: string) => new Set(words.split(' '))

const voidElements = wordSet('area base br col embed hr img input link meta source track wbr')

export function isVoid(tag: string): boolean {
  return voidElements.has(tag)
}

// Props that are their attribute in lower case.
const lowerCaseProps =
  'autoCapitalize autoComplete crossOrigin dateTime enterKeyHint fetchPriority hrefLang inputMode maxLength minLength ' +
  'noValidate readOnly spellCheck srcSet tabIndex'
// Props of SVG that are hyphenated.
const hyphenatedProps = 'strokeWidth strokeLinecap strokeLinejoin strokeDasharray fillRule clipPath'

// The attribute of each prop that is not its own; '' is never written.
const attributeNames = new Map<string, string>([
  ['className', 'class'],
  ['htmlFor', 'for'],
  ['viewBox', 'viewBox'],
  ['defaultValue', 'value'],
  ['defaultChecked', 'checked'],
  ['key', ''],
  ['ref', ''],
])
for (const name of lowerCaseProps.split(' ')) attributeNames.set(name, name.toLowerCase())
for (const name of hyphenatedProps.split(' ')) attributeNames.set(name, hyphenate(name))

/** Returns the attribute that a prop is written as, '' for one that is not. Throws for names that it does not know. */
export function attributeName(prop: string): string {
  let name = attributeNames.get(prop)
  if (name === undefined) {
    if (/^on[A-Z]/.test(prop)) name = ''
    else if (/^[a-z][a-z-]*\d*$/.test(prop)) name = prop
    else throw new Error(`the attribute of "${prop}" is not known: list it in render/html-attributes.ts`)
    attributeNames.set(prop, name)
  }
  return name
}

const enumerated = wordSet('draggable spellcheck contenteditable focusable')
const booleans = wordSet(
  'allowfullscreen async autofocus autoplay checked controls default defer disabled formnovalidate hidden inert itemscope ' +
    'loop multiple muted nomodule novalidate open playsinline readonly required reversed selected download',
)

/** Reports whether true and false are written as words. */
export function isEnumerated(name: string): boolean {
  return name.startsWith('aria-') || name.startsWith('data-') || enumerated.has(name)
}

/** Reports whether an attribute has no value: it is there or not. */
export function isBoolean(name: string): boolean {
  return booleans.has(name)
}

const addresses = wordSet('href src action formaction data')

/** Reports whether an attribute's value is a script in the place of an address. */
export function isScriptAddress(name: string, value: string): boolean {
  if (!addresses.has(name) || value.startsWith('/')) return false
  // Browsers ignore spaces and control characters in a scheme.
  return /^javascript:/i.test(value.replace(/[^!-~]/g, ''))
}

/** Returns a style object as CSS. Throws for a number in a property of CSS, to which React would add a unit. */
export function styleText(style: Record<string, unknown>): string {
  let rules = ''
  for (const name in style) {
    const value = style[name]
    if (value === null || value === undefined || typeof value === 'boolean' || value === '') continue
    const own = name.startsWith('--')
    if (typeof value === 'number' && !own) throw new Error(`the style ${name} is a number: write it with its unit`)
    const rule = `${own ? name : hyphenate(name)}:${String(value)}`
    rules += rules ? `;${rule}` : rule
  }
  return rules
}

function hyphenate(name: string): string {
  if (name === name.toLowerCase()) return name
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
