import { Suspense, useState, type ReactNode } from 'react'
import { Icon } from '../../components/ui/icon'
import { site } from '../../lib/site'

interface Props {
  title: string
  className: string
  /** May be lazy: most visitors never look. */
  children: ReactNode
}

/** Something folded away, made when it is first unfolded. */
export function Fold({ title, className, children }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <details className={className} onToggle={(event) => setOpened(opened || event.currentTarget.open)}>
      <summary className="go">
        {title}
        <Icon name="chevron" />
      </summary>
      {opened && <Suspense fallback={<p className="muted">{site().t('cart.loading')}</p>}>{children}</Suspense>}
    </details>
  )
}
