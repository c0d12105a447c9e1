import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { FilterBar, toolName, type Tool, type ToolState } from '../../components/blocks/filter-bar'
import { Button } from '../../components/ui/button'
import { formatCount } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { AppliedFilters } from './applied'
import type { Facets } from './arrange'
import { OneOf, SomeOf, type Choice } from './choices'
import { Panel } from './panel'
import { PriceChoice } from './price-choice'
import { shownTender } from './tender'
import type { Finding } from './use-found'
import type { Change } from './use-wish'
import { lengths, ratings, sorts, type Wish } from './wish'
import { ratingText, settingOf, valueText, type PanelName } from './words'

// The calendar is for those who open it.
const DayChoice = lazy(() => import('./day-choice').then((module) => ({ default: module.DayChoice })))

interface Props {
  tools: readonly Tool[]
  wish: Wish
  change: Change
  finding: Finding
}

type Opened = Exclude<Tool, 'free' | 'pickup'> | 'sort'

/** The bar with the panels of its filters, and what is applied. */
export function Filters({ tools, wish, change, finding }: Props) {
  const [open, setOpen] = useState<Opened>()
  const id = useId()
  const { found } = finding
  const stateOf = (tool: Tool | 'sort'): ToolState => {
    if (tool === 'free' || tool === 'pickup') {
      return { pressed: wish[tool], onPress: () => change({ [tool]: !wish[tool] }) }
    }
    const onPress = () => setOpen(open === tool ? undefined : tool)
    return {
      setting: settingIn(tool, wish, found?.facets),
      panel: open === tool ? `${id}-${tool}` : undefined,
      onPress,
    }
  }
  const panelOf = (tool: Tool | 'sort'): ReactNode => {
    if (tool !== open) return null
    const close = () => setOpen(undefined)
    return (
      <Panel
        id={`${id}-${tool}`}
        title={toolName(tool)}
        onClose={close}
        foot={<Foot {...props} open={tool} close={close} />}
      >
        <PanelBody {...props} open={tool} close={close} />
      </Panel>
    )
  }
  const props = { wish, change, finding }
  return (
    <>
      <FilterBar tools={tools} stateOf={stateOf} panelOf={panelOf} />
      <AppliedFilters wish={wish} change={change} facets={found?.facets} />
    </>
  )
}

function settingIn(tool: Opened, wish: Wish, facets: Facets | undefined): string | undefined {
  if (tool !== 'sort') return settingOf(tool, wish, facets)
  return wish.sort === 'relevance' ? undefined : site().t(`finder.sorts.${wish.sort}`)
}

interface PanelProps {
  open: Opened
  wish: Wish
  change: Change
  finding: Finding
  close: () => void
}

const unset: Record<PanelName, Partial<Wish>> = {
  date: { date: undefined },
  price: { price: undefined },
  length: { length: undefined },
  rating: { rating: undefined },
  guides: { guides: [] },
  cities: { cities: [] },
  categories: { categories: [] },
}

/** The way out of a panel: with nothing set, or to what it leaves. */
function Foot({ open, wish, change, finding: { found, pending }, close }: PanelProps) {
  const { t } = site()
  return (
    <>
      {open !== 'sort' && settingOf(open, wish, undefined) !== undefined && (
        <Button
          variant="outlined"
          label={t('finder.clear')}
          onClick={() => {
            change(unset[open])
            close()
          }}
        />
      )}
      <Button
        label={
          found && !pending ? t('finder.show', { count: found.total, n: formatCount(found.total) }) : t('finder.done')
        }
        onClick={close}
      />
    </>
  )
}

function PanelBody({ open, wish, change, finding, close }: PanelProps) {
  const facets = finding.found?.facets
  switch (open) {
    case 'date':
      return <DayPanel day={wish.date} change={change} close={close} />
    case 'price':
      return <PriceChoice key={shownTender().currency} price={wish.price} facets={facets} change={change} />
    case 'guides':
    case 'cities':
    case 'categories':
      return (
        <SomeOf
          label={toolName(open)}
          choices={listed(open, wish[open], facets)}
          chosen={wish[open]}
          onChoose={(values) => change({ [open]: values })}
        />
      )
    default:
      return (
        <OneOf
          name={open}
          label={toolName(open)}
          choices={stepsOf(open, facets)}
          chosen={wish[open]}
          onChoose={(value) => change({ [open]: value })}
        />
      )
  }
}

function DayPanel({ day, change, close }: { day: Wish['date']; change: Change; close: () => void }) {
  return (
    <Suspense fallback={<p className="calendar-wait muted">{site().t('ticket.loading')}</p>}>
      <DayChoice
        day={day}
        onChoose={(date) => {
          change({ date })
          close()
        }}
      />
    </Suspense>
  )
}

/** The choices of a filter or an order of which one holds. */
function stepsOf(name: 'length' | 'rating' | 'sort', facets: Facets | undefined): Choice<Wish[typeof name]>[] {
  const { t } = site()
  const any = { value: undefined, text: t('finder.any') }
  switch (name) {
    case 'sort':
      return sorts.map((value) => ({ value, text: t(`finder.sorts.${value}`) }))
    case 'length':
      return [any, ...lengths.map((value) => ({ value, text: t(`finder.lengths.${value}`) }))]
    case 'rating': {
      const countOf = (from: number) => facets?.ratings.find((facet) => facet.from === from)?.count
      return [any, ...ratings.map((value) => ({ value, text: ratingText(value), count: countOf(value) }))]
    }
  }
}

/** What there is to choose from, and what is chosen whether or not it still leaves anything. */
function listed(
  name: 'guides' | 'cities' | 'categories',
  chosen: string[],
  facets: Facets | undefined,
): Choice<string>[] {
  const found = facets?.[name] ?? []
  const gone = chosen.filter((value) => !found.some((facet) => facet.value === value))
  return [...found, ...gone.map((value) => ({ value, count: facets && 0 }))].map(({ value, count }) => ({
    value,
    text: valueText(name, value, facets),
    count,
  }))
}
