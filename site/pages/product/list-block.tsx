import type { Language } from '../../lib/payload.gen'
import type { IconName } from '../../components/ui/icon'

interface Props {
  title: string
  items: string[] | undefined
  icon: IconName
  /** The language of the items, where that is not the page's. */
  written: Language | undefined
}

/** A short list under its own heading; nothing where there are no items. */
export function ListBlock({ title, items, icon, written }: Props) {
  if (!items?.length) return null
  return (
    <section className="list-block">
      <h2>{title}</h2>
      <ul className={`ticks icon-${icon}`} {...written}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}
