import { filterLabel } from '../../components/blocks/filter-bar'
import { Button } from '../../components/ui/button'
import { FieldError, TextField } from '../../features/forms/text-field'
import { Icon } from '../../components/ui/icon'
import { addDays, horizonDays } from '../../lib/i18n/clock'
import { currencyInText, formatCount, formatMoney } from '../../lib/i18n/format'
import { currency } from '../../lib/money/currency'
import { exponentOf } from '../../lib/money/exchange'
import { t } from '../../lib/site'
import type { Facets } from './filter-cards'
import { ratingText, settingOf, valueText, type ListName } from './filter-labels'
import { panelId } from './filters'
import { today, type FinderState, type PanelFilter } from './finder'
import { lengths, ratings, sorts, type ListingQuery } from './listing-query'

interface Props {
  state: FinderState
  open: PanelFilter
}

/** The dialog with the values of one filter; show-filter-panel.ts opens it. */
export function FilterPanel({ state, open }: Props) {
  const { query, found, pending } = state
  const id = panelId(open)
  const isSet = open !== 'sort' && settingOf(open, query, undefined) !== undefined
  const count = found && !pending ? t('finder.show', { count: found.total, n: formatCount(found.total) }) : undefined
  return (
    <dialog id={id} className="filter-panel" aria-labelledby={`${id}-title`}>
      <div className="filter-panel-head">
        <h2 id={`${id}-title`}>{filterLabel(open)}</h2>
        <button type="button" className="sign-button" aria-label={t('dialog.close')} data-action="close">
          <Icon name="cross" />
        </button>
      </div>
      <div className="filter-panel-body">
        <PanelBody state={state} open={open} />
      </div>
      <div className="filter-panel-foot">
        {isSet && <Button variant="outlined" label={t('finder.clear')} action="clear" />}
        <Button label={count ?? t('finder.done')} action="close" />
      </div>
    </dialog>
  )
}

function PanelBody({ state, open }: Props) {
  const { query, found } = state
  if (open === 'date') return <DayField day={query.date} />
  if (open === 'price') return <PriceFields {...state} />
  return <Values name={open} values={valuesOf(open, query, found?.facets)} chosen={query[open]} />
}

function DayField({ day }: { day: ListingQuery['date'] }) {
  const first = today()
  return (
    <TextField
      id="filter-date"
      type="date"
      label={t('search.date')}
      min={first}
      max={addDays(first, horizonDays)}
      defaultValue={day}
    />
  )
}

/** The lowest and the highest price to see, typed in. */
function PriceFields({ query: { price }, found, invalid }: FinderState) {
  const shown = currency()
  const field = (name: 'min' | 'max') => {
    const example = found?.facets.price[name]
    return {
      id: `filter-price-${name}`,
      defaultValue: price?.[name],
      placeholder: example ? formatMoney({ amount: example, currency: shown, exponent: exponentOf(shown) }) : undefined,
      inputMode: 'decimal' as const,
      autoComplete: 'off',
      dir: 'ltr',
      maxLength: 13,
      'aria-invalid': invalid || undefined,
      'aria-describedby': invalid ? 'filter-price-error' : undefined,
    }
  }
  return (
    <div id={`filter-price-${shown}`}>
      <div className="filter-price">
        <TextField {...field('min')} label={t('finder.least')} />
        <TextField {...field('max')} label={t('finder.most')} />
      </div>
      <FieldError id="filter-price" text={invalid ? t('finder.priceWrong') : undefined} />
      <p className="small muted">{t('finder.priceHint', { currency: currencyInText(shown) })}</p>
    </div>
  )
}

/** Returns the values of a filter, or the orders of the list. */
function valuesOf(name: ListName | 'length' | 'rating' | 'sort', query: ListingQuery, facets?: Facets): FilterValue[] {
  const any = { value: '', text: t('finder.any') }
  switch (name) {
    case 'sort':
      return sorts.map((value) => ({ value, text: t(`finder.sorts.${value}`) }))
    case 'length':
      return [any, ...lengths.map((value) => ({ value, text: t(`finder.lengths.${value}`) }))]
    case 'rating': {
      const countOf = (from: number) => facets?.ratings.find((facet) => facet.from === from)?.count
      return [any, ...ratings.map((value) => ({ value, text: ratingText(value), count: countOf(value) }))]
    }
    default:
      return listValues(name, query[name], facets)
  }
}

/** Returns the values of a filter that takes several, including chosen ones without results. */
function listValues(name: ListName, chosen: string[], facets?: Facets): FilterValue[] {
  const found = facets?.[name] ?? []
  const missing = chosen.filter((value) => !found.some((facet) => facet.value === value))
  return [...found, ...missing.map((value) => ({ value, count: facets && 0 }))].map(({ value, count }) => ({
    value,
    text: valueText(name, value, facets),
    count,
  }))
}

/** A value that a filter can take, as its panel lists it. */
interface FilterValue {
  value: string | number
  text: string
  /** How many experiences it would leave, if that is known. */
  count?: number
}

interface ValuesProps {
  name: PanelFilter
  values: FilterValue[]
  /** The chosen value, or all of them for a filter that takes several. */
  chosen?: string | number | string[]
}

/** The values of a filter: it takes one of them, or several. */
function Values({ name, values, chosen = '' }: ValuesProps) {
  const several = Array.isArray(chosen)
  const isChosen = (value: string | number) => (several ? chosen.includes(String(value)) : value === chosen)
  return (
    <fieldset className="filter-choices">
      <legend className="sr-only">{filterLabel(name)}</legend>
      {values.map(({ value, text, count }) => (
        <label
          key={value}
          className={count === 0 ? 'filter-choice filter-choice-empty' : 'filter-choice'}
          data-key={value}
        >
          <input type={several ? 'checkbox' : 'radio'} name={name} value={value} defaultChecked={isChosen(value)} />
          <span>{text}</span>
          {count !== undefined && <bdi className="small muted">{formatCount(count)}</bdi>}
        </label>
      ))}
    </fieldset>
  )
}
