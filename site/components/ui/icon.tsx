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

interface Props {
  name: IconName
}

/** An icon of styles/icons.css. It is decorative: screen readers skip it, and its meaning stands beside it. */
export function Icon({ name }: Props) {
  return <i className={`icon icon-${name}`} />
}
