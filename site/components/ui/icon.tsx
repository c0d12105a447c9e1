interface Props {
  name: string
}

/** An icon of styles/icons.css. Decorative: what it means stands beside it in words. */
export function Icon({ name }: Props) {
  return <i className={`icon icon-${name}`} aria-hidden="true" />
}
