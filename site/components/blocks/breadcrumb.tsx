import type { Language } from '../../lib/payload.gen'
import { href, t } from '../../lib/site'

interface Props {
  /** From the top; the last is this page, without a path. */
  steps: { name: string; path?: string; writtenIn?: Language | undefined }[]
}

export function Breadcrumb({ steps }: Props) {
  const all: Props['steps'] = [{ name: t('nav.home'), path: '/' }, ...steps]
  return (
    <nav className="breadcrumb" aria-label={t('nav.breadcrumb')}>
      <ol>
        {all.map(({ name, path, writtenIn }) =>
          path ? (
            <li key={name}>
              <a href={href(path)} {...writtenIn}>
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
