interface Props {
  /** Written by editors and made HTML by the generator. */
  html: string
  className?: string
}

export function Prose({ html, className }: Props) {
  return <div className={className ? `prose ${className}` : 'prose'} dangerouslySetInnerHTML={{ __html: html }} />
}
