import { site } from '../../lib/site'

interface Props {
  /** From the top; the last is this page, without a path. */
  steps: { name: string; path?: string }[]
}

export function Breadcrumb({ steps }: Props) {
  const { t, href } = site()
  return (
    <nav className="breadcrumb" aria-label={t('nav.breadcrumb')}>
      <ol>
        <li>
          <a href={href('/')}>{t('nav.home')}</a>
        </li>
        {steps.map(({ name, path }) =>
          path ? (
            <li key={name}>
              <a href={href(path)}>{name}</a>
            </li>
          ) : (
            <li key={name} aria-current="page">
              {name}
            </li>
          ),
        )}
      </ol>
    </nav>
  )
}
