interface Props {
  /** Written by editors and made HTML by the generator. */
  html: string
  className?: string
}

export function Prose({ html, className = '' }: Props) {
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
}
