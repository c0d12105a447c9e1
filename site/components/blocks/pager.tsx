import { formatCount } from '../../lib/i18n/format'
import { href, t } from '../../lib/site'
import { Icon } from '../ui/icon'

interface Props {
  /** The first page's path; page n is at base/page/n. */
  base: string
  number: number
  pages: number
}

export function Pager({ base, number, pages }: Props) {
  if (pages < 2) return null
  const hrefOfPage = (n: number) => href(n === 1 ? base : `${base}/page/${n}`)
  return (
    <nav className="pager" aria-label={t('pager.label')}>
      {number > 1 && (
        <a className="pager-step" rel="prev" href={hrefOfPage(number - 1)}>
          <Icon name="back" />
          {t('pager.previous')}
        </a>
      )}
      <ol>
        {shownPages(number, pages).map((n, i) => (
          <li key={i}>
            {n === 0 ? (
              '…'
            ) : (
              <a
                href={hrefOfPage(n)}
                aria-label={t('pager.page', { n })}
                aria-current={n === number ? 'page' : undefined}
              >
                {formatCount(n)}
              </a>
            )}
          </li>
        ))}
      </ol>
      {number < pages && (
        <a className="pager-step" rel="next" href={hrefOfPage(number + 1)}>
          {t('pager.next')}
          <Icon name="arrow" />
        </a>
      )}
    </nav>
  )
}

/** Returns the shown page numbers: the first, the last and those around the present one; 0 is a gap. */
function shownPages(number: number, pages: number): number[] {
  const all = Array.from({ length: pages }, (_, i) => i + 1)
  const shown = all.filter((n) => n === 1 || n === pages || Math.abs(n - number) <= 1)
  return shown.flatMap((n, i) => (n > (shown[i - 1] ?? 0) + 1 ? [0, n] : [n]))
}
