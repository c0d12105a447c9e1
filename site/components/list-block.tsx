import { Icon } from './ui/icon'

interface Props {
  title: string
  items: string[] | undefined
  icon: string
}

/** A short list under its own heading; nothing where there are no items. */
export function ListBlock({ title, items, icon }: Props) {
  if (!items?.length) return null
  return (
    <section className="list-block">
      <h2>{title}</h2>
      <ul className={`ticks ticks-${icon}`}>
        {items.map((item) => (
          <li key={item}>
            <Icon name={icon} />
            {item}
          </li>
        ))}
      </ul>
    </section>
  )
}
