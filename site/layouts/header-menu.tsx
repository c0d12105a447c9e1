import type { ReactNode } from 'react'
import { ContactLinks } from '../components/blocks/contact-links'
import { Icon } from '../components/ui/icon'
import { t } from '../lib/site'
import { CurrencyChoice } from './currency-choice'
import { LinkItems } from './link-list'
import type { Link } from './shell-links'

interface Props {
  /** The content of the summary that opens the menu. */
  summary: ReactNode
  className?: string
  children: ReactNode
}

/** The menu of a header, which begins with the choice of currency; one menu is open at a time. */
export function HeaderMenu({ summary, className, children }: Props) {
  return (
    <details className={className ? `menu ${className}` : 'menu'} name="header-menu">
      <summary className="header-item">{summary}</summary>
      <div className="menu-panel">
        <CurrencyChoice className="menu-currency" />
        {children}
      </div>
    </details>
  )
}

const shown = 12

interface ListProps {
  title: string
  links: Link[]
  /** The link to the home page's list of all. */
  all: Link
}

/** A part of a menu under its name. A long one shows its first links, and one to all. */
export function MenuList({ title, links, all }: ListProps) {
  return (
    <div className="menu-list">
      <p className="menu-title">{title}</p>
      <ul>
        <LinkItems links={links.length > shown + 1 ? [...links.slice(0, shown), all] : links} />
      </ul>
    </div>
  )
}

/** The end of a menu: a deployment's own pages, and the contact. */
export function MenuMore({ links }: { links: Link[] }) {
  return (
    <ul className="menu-more">
      <LinkItems links={links} />
      <li>
        <ContactLinks withoutEmail />
      </li>
    </ul>
  )
}

/** The menu icon with its word below. */
export function MenuIcon() {
  return (
    <span className="menu-sign">
      <Icon name="menu" />
      <span>{t('nav.menu')}</span>
    </span>
  )
}
