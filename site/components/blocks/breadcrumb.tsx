import type { Language } from '../../lib/payload.gen'
import { href, t } from '../../lib/site'

/** The way to a page, from the top; its last step is the page, without a path. */
export function Breadcrumb({ steps }: { steps: { name: string; path?: string; writtenIn?: Language }[] }) {
  return (
    <nav className="breadcrumb" aria-label={t('nav.breadcrumb')}>
      <ol>
        <li>
          <a href={href('/')}>{t('nav.home')}</a>
        </li>
        {steps.map(({ name, path, writtenIn }) =>
          path ? (
            <li key={name}>
              <a href={href(path)} lang={writtenIn?.lang} dir={writtenIn?.dir}>
                {name}
              </a>
            </li>
          ) : (
            <li key={name} aria-current="page">
              {writtenIn ? <bdi {...writtenIn}>{name}</bdi> : name}
            </li>
          ),
        )}
      </ol>
    </nav>
  )
}
