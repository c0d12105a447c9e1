import type { IconName } from '../ui/icon'

interface Props {
  title: string
  items: string[] | undefined
  icon: IconName
}

/** A short list under its own heading; nothing where there are no items. */
export function ListBlock({ title, items, icon }: Props) {
  if (!items?.length) return null
  return (
    <section className="list-block">
      <h2>{title}</h2>
      <ul className={`ticks icon-${icon}`}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}
