interface Props {
  name: string
}

/** An icon of styles/icons.css. Decorative: an empty element, which nothing reads out; its meaning stands beside it. */
export function Icon({ name }: Props) {
  return <i className={`icon icon-${name}`} />
}
