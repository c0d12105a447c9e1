import { Icon } from '../components/ui/icon'
import { maxSearchLength } from '../lib/navigation/routes'
import { href, site, t } from '../lib/site'

interface Props {
  id: string
  large?: boolean
  /** The name of the form, and the placeholder of its field. */
  label?: string
}

/** A search form. Without script it opens the search page; with it, /search/{text}. */
export function SearchForm({ id, large, label }: Props) {
  const { listingPath, shell } = site()
  return (
    <form
      className={large ? 'search search-large' : 'search'}
      role="search"
      aria-label={label ?? t(large ? 'search.field' : 'search.label')}
      action={href('/search')}
      data-search={large ? href(listingPath) : ''}
    >
      <label className="sr-only" htmlFor={id}>
        {t('search.field')}
      </label>
      <input
        id={id}
        className="field"
        // A field of the type "search" may not be a combobox, which it becomes with script.
        type="text"
        inputMode="search"
        enterKeyHint="search"
        name="q"
        required={!large}
        maxLength={maxSearchLength}
        placeholder={label ?? t(shell.supplier ? 'search.placeholderOwn' : 'search.placeholder')}
        autoComplete="off"
      />
      {large && <input type="date" name="date" className="field search-date" aria-label={t('search.date')} />}
      <button
        className={large ? 'button button-primary' : 'search-go'}
        aria-label={large ? undefined : t('search.submit')}
      >
        {large ? t('search.submit') : <Icon name="search" />}
      </button>
    </form>
  )
}
