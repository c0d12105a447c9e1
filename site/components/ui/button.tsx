import type { CSSProperties, MouseEvent, MouseEventHandler } from 'react'
import { Icon, type IconName } from './icon'

interface Props {
  type?: 'button' | 'submit' | 'reset'
  variant?: 'primary' | 'outlined' | 'third' | 'icon'
  label?: string
  /** CSS lengths. */
  width?: string
  height?: string
  /** Names of styles/icons.css. `icon` replaces the label, which is then only read out. */
  icon?: IconName
  iconSize?: string
  iconColor?: string
  iconClass?: string
  hoverIcon?: IconName
  prependIcon?: IconName
  appendIcon?: IconName
  /** CSS colours: the tokens, as `var(--color-ink)`. */
  background?: string
  color?: string
  hoverColor?: string
  hoverBackground?: string
  /** A CSS font family. */
  font?: string
  loading?: boolean
  disabled?: boolean
  disabledClass?: string
  className?: string
  /** The name of the action, for a listener of an element around the button. */
  action?: string
  /** Makes it a link that looks like a button. */
  href?: string
  onClick?: MouseEventHandler<HTMLElement>
}

/**
 * The one button, with every option of the specification. While it is loading or disabled, it does nothing, and has
 * aria-disabled: the attribute disabled would take the focus away.
 */
export function Button(props: Props) {
  const { type = 'button', href, onClick, action, loading = false, disabled = false } = props
  const inactive = loading || disabled
  const shared = {
    className: classOf(props, inactive),
    style: styleOf(props),
    'aria-busy': loading || undefined,
    'aria-disabled': inactive || undefined,
    'data-action': action,
    onClick: inactive ? preventAction : onClick,
  }
  if (href === undefined) {
    return (
      <button type={type} {...shared}>
        <Content {...props} />
      </button>
    )
  }
  return (
    <a href={inactive ? undefined : href} role={inactive ? 'link' : undefined} {...shared}>
      <Content {...props} />
    </a>
  )
}

/** Keeps an inactive button from sending its form, also by Enter in a field. */
function preventAction(event: MouseEvent<HTMLElement>): void {
  event.preventDefault()
}

function Content({ label = 'click', variant, icon, hoverIcon, prependIcon, appendIcon, iconClass, loading }: Props) {
  if (loading) {
    return (
      <>
        <span className="button-spinner" aria-hidden="true" />
        <span className="sr-only">{label}</span>
      </>
    )
  }
  if (icon || variant === 'icon') {
    return (
      <>
        {icon && <Glyph name={icon} hover={hoverIcon} className={iconClass} />}
        <span className="sr-only">{label}</span>
      </>
    )
  }
  return (
    <>
      {prependIcon && <Glyph name={prependIcon} hover={hoverIcon} className={iconClass} />}
      <span>{label}</span>
      {appendIcon && <Glyph name={appendIcon} className={iconClass} />}
    </>
  )
}

function Glyph({ name, hover, className }: { name: IconName; hover?: IconName; className?: string }) {
  return (
    <span className={classNames('button-glyph', className)}>
      <Icon name={name} />
      {hover && <Icon name={hover} />}
    </span>
  )
}

function classOf({ variant = 'primary', className, disabledClass }: Props, inactive: boolean): string {
  return classNames('button', `button-${variant}`, className, inactive ? disabledClass : undefined)
}

function classNames(...classes: (string | undefined)[]): string {
  return classes.filter(Boolean).join(' ')
}

function styleOf(props: Props): CSSProperties | undefined {
  const style = {
    '--button-color': props.color,
    '--button-background': props.background,
    '--button-hover-color': props.hoverColor,
    '--button-hover-background': props.hoverBackground,
    '--button-icon-color': props.iconColor,
    '--button-icon-size': props.iconSize,
    inlineSize: props.width,
    blockSize: props.height,
    fontFamily: props.font,
  }
  return Object.values(style).some((value) => value !== undefined) ? (style as CSSProperties) : undefined
}
