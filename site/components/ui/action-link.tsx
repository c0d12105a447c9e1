import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './icon'

interface Props extends Omit<AnchorHTMLAttributes<HTMLElement>, 'children' | 'className' | 'type'> {
  label: ReactNode
  icon?: IconName
  endIcon?: IconName
}

/** A link that stands alone; without an address, a button that looks like one. */
export function ActionLink({ label, icon, endIcon, ...attributes }: Props) {
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {label}
      {endIcon && <Icon name={endIcon} />}
    </>
  )
  if (attributes.href !== undefined) {
    return (
      <a className="go link" {...attributes}>
        {content}
      </a>
    )
  }
  return (
    <button type="button" className="go link" {...attributes}>
      {content}
    </button>
  )
}
