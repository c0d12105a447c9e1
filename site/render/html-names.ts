const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

export function isVoid(tag: string): boolean {
  return voids.has(tag)
}

// Props that are not their attribute in lower case; '' is never written.
const names = new Map<string, string>([
  ['className', 'class'],
  ['htmlFor', 'for'],
  ['httpEquiv', 'http-equiv'],
  ['acceptCharset', 'accept-charset'],
  ['defaultValue', 'value'],
  ['defaultChecked', 'checked'],
  ['key', ''],
  ['ref', ''],
  ['suppressHydrationWarning', ''],
  ['suppressContentEditableWarning', ''],
])
for (const name of [
  'viewBox',
  'preserveAspectRatio',
  'gradientUnits',
  'gradientTransform',
  'patternUnits',
  'maskUnits',
]) {
  names.set(name, name)
}
// SVG's presentation attributes are hyphenated; every other attribute is its prop in lower case.
const svg =
  'strokeWidth strokeLinecap strokeLinejoin strokeDasharray strokeDashoffset strokeMiterlimit strokeOpacity fillRule ' +
  'fillOpacity clipPath clipRule stopColor stopOpacity textAnchor dominantBaseline fontFamily fontSize fontWeight ' +
  'letterSpacing pointerEvents vectorEffect markerStart markerMid markerEnd colorInterpolationFilters floodColor ' +
  'floodOpacity paintOrder shapeRendering'
for (const name of svg.split(' ')) names.set(name, hyphenated(name))

/** The attribute that a prop of React's is written as. */
export function attributeName(prop: string): string {
  let name = names.get(prop)
  if (name === undefined) names.set(prop, (name = /^on[A-Z]/.test(prop) ? '' : prop.toLowerCase()))
  return name
}

/** Whether true and false are written as words. */
export function isEnumerated(name: string): boolean {
  return (
    name.startsWith('aria-') ||
    name.startsWith('data-') ||
    name === 'draggable' ||
    name === 'spellcheck' ||
    name === 'contenteditable'
  )
}

const unitless = new Set(
  (
    'aspectRatio columnCount columns flex flexGrow flexShrink fontWeight gridColumn gridColumnEnd gridColumnStart ' +
    'gridRow gridRowEnd gridRowStart lineClamp lineHeight opacity order orphans scale widows zIndex zoom fillOpacity ' +
    'strokeOpacity strokeWidth'
  ).split(' '),
)

/** A style object as CSS. */
export function styleText(style: Record<string, unknown>): string {
  const rules: string[] = []
  for (const [name, value] of Object.entries(style)) {
    if (value === null || value === undefined || typeof value === 'boolean' || value === '') continue
    if (name.startsWith('--')) rules.push(`${name}:${String(value)}`)
    else rules.push(`${hyphenated(name)}:${withUnit(name, value)}`)
  }
  return rules.join(';')
}

function withUnit(name: string, value: unknown): string {
  return typeof value === 'number' && value !== 0 && !unitless.has(name) ? `${value}px` : String(value)
}

function hyphenated(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
