import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './icon'

interface Props extends Omit<AnchorHTMLAttributes<HTMLElement>, 'children' | 'className' | 'type'> {
  label: ReactNode
  icon?: IconName | false
  endIcon?: IconName
}

/** A link outside of a text; without an address, a button that looks like one. */
export function ActionLink({ label, icon, endIcon, ...attributes }: Props) {
  // Both take the same attributes.
  const Tag = (attributes.href ? 'a' : 'button') as 'a'
  return (
    <Tag className="go link" type={attributes.href ? undefined : 'button'} {...attributes}>
      {icon && <Icon name={icon} />}
      {label}
      {endIcon && <Icon name={endIcon} />}
    </Tag>
  )
}
