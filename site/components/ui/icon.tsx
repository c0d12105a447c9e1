/** The icons of styles/icons.css. */
export const iconNames = [
  'arrow',
  'back',
  'bag',
  'bus',
  'calendar',
  'check',
  'chevron',
  'clock',
  'cross',
  'download',
  'eye',
  'eye-off',
  'info',
  'mail',
  'menu',
  'minus',
  'out',
  'people',
  'person',
  'phone',
  'pin',
  'plus',
  'search',
  'speech',
  'star',
  'theme',
  'ticket',
] as const

export type IconName = (typeof iconNames)[number]

/** An icon of styles/icons.css. It is decorative: screen readers skip it, and text beside it has its meaning. */
export function Icon({ name }: { name: IconName }) {
  return <i className={`icon icon-${name}`} />
}
