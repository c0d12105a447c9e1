import type { ReactNode } from 'react'
import { CurrencyChoice } from './currency-choice'

interface Props {
  /** What it is opened by. */
  sign: ReactNode
  className?: string
  children: ReactNode
}

/** What a header has no room for; one menu is open at a time. It begins with the choice of currency. */
export function HeaderMenu({ sign, className, children }: Props) {
  return (
    <details className={className ? `menu ${className}` : 'menu'} name="header-menu">
      <summary className="header-item">{sign}</summary>
      <div className="menu-panel">
        <CurrencyChoice className="menu-currency" />
        {children}
      </div>
    </details>
  )
}
