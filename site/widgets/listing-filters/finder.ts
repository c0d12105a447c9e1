import type { FilterName } from '../../components/blocks/filter-bar'
import { problemOf, type Problem } from '../../features/http/api'
import { dayAt, type Day } from '../../lib/i18n/clock'
import { currency } from '../../lib/money/currency'
import { currencyEvent } from '../../lib/money/currency-event'
import type { PlainHost } from '../../lib/islands/island-contract'
import { modalDialog } from '../../lib/navigation/modal-dialog'
import { popEvent } from '../../lib/navigation/pop-event'
import { writeJson, searchedDateKey } from '../../lib/browser/storage'
import { withShownCurrency } from './display-currency'
import { appliedFilters, type PanelName } from './filter-labels'
import { isFilteredOrSorted, readQuery, withoutFilters, writeQuery, type ListingQuery } from './listing-query'
import { chosenChange, typedChange, clearingChange } from './filter-panel-input'
import { showPanel } from './show-filter-panel'
import type { Find, Found } from './search-client'

/** The filters that open a panel, and the order. */
export type PanelFilter = PanelName | 'sort'

/** FinderState is the state of a filtered list. */
export interface FinderState {
  query: ListingQuery
  /** The latest results, also while the next are on their way. */
  found?: Found
  /** The results are not yet those of the query. */
  pending: boolean
  /** Why the latest request failed. */
  problem?: Problem
  /** The filter whose panel is open. */
  open?: PanelFilter
  /** The text in the open panel is not valid. */
  invalid?: boolean
}

interface FinderOptions {
  host: PlainHost
  find: Find
  render: (state: FinderState) => void
  /** The path of a list that is filtered or sorted; as it was published it stays at its own. */
  base?: string
}

// Long enough for the next digit.
const typingDelay = 500

/** Returns today where the visitor is: experiences are in several places. */
export function today(): Day {
  return dayAt(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** Finder holds the state of a filtered list, whose query is in the address, and handles the visitor's input. */
export class Finder {
  readonly #setup: FinderOptions
  readonly #path = window.location.pathname
  readonly #stop = new AbortController()
  #state: FinderState = { query: queryFromAddress(), pending: false }
  #request = new AbortController()
  #closePanel: (() => void) | undefined
  #typing = 0
  // How often text typed into the open panel has changed the query.
  #typedChanges = 0
  // How many cards there were when more were requested.
  #cardsBefore: number | undefined

  constructor(setup: FinderOptions) {
    this.#setup = setup
    const { element } = setup.host
    const { signal } = this.#stop
    element.addEventListener('click', (event) => this.#press(event.target as Element), { signal })
    element.addEventListener('change', (event) => this.#applyChosen(event.target as HTMLInputElement), { signal })
    element.addEventListener('input', (event) => this.#scheduleTyped(event.target as HTMLInputElement), { signal })
    document.addEventListener(popEvent, (event) => this.#pop(event), { signal })
    document.addEventListener(currencyEvent, () => this.#showResults(withShownCurrency(this.#state.query)), { signal })
    this.#showResults(this.#state.query)
  }

  /** Ends its listeners and requests. */
  end(): void {
    this.#closePanel?.()
    this.#stop.abort()
    this.#request.abort()
  }

  #update(part: Partial<FinderState>): void {
    Object.assign(this.#state, part)
    this.#setup.render(this.#state)
    this.#focusAddedCard()
  }

  /** Fetches the results of a query; a request that is overtaken is cancelled. */
  #showResults(query: ListingQuery): void {
    // The ticket of an experience opens with the date that it was found for.
    writeJson(searchedDateKey, query.date)
    this.#request.abort()
    const { signal } = (this.#request = new AbortController())
    const found = this.#setup.find(query, signal)
    if (!(found instanceof Promise)) return this.#update({ query, found, pending: false, problem: undefined })
    this.#update({ query, pending: true })
    const settle = (answer: Partial<FinderState>) => signal.aborted || this.#update({ ...answer, pending: false })
    found.then(
      (found) => settle({ found, problem: undefined }),
      (error: unknown) => settle({ problem: problemOf(error) }),
    )
  }

  /** Changes the query: with a new history entry, or in the present one. */
  #change(part: Partial<ListingQuery>, how: 'push' | 'replace' = 'push'): void {
    const query = { ...this.#state.query, page: 1, ...part }
    const address = writeQuery(query, window.location.search).toString()
    const path = isFilteredOrSorted(query) ? (this.#setup.base ?? this.#path) : this.#path
    const url = path + (address && `?${address}`)
    // On a phone the filters are in a layer, which has its own history entry.
    if (how === 'push' && !document.querySelector(modalDialog)) window.history.pushState({}, '', url)
    else window.history.replaceState(window.history.state, '', url)
    this.#showResults(query)
  }

  #pop(event: Event): void {
    const { pathname } = window.location
    const query = queryFromAddress()
    if (pathname !== this.#path && !(pathname === this.#setup.base && isFilteredOrSorted(query))) return
    // The page shows this list already and need not be loaded again.
    event.preventDefault()
    this.#showResults(query)
  }

  #press(target: Element): void {
    const button = target.closest('button')
    if (!button || button.ariaDisabled === 'true') return
    const { replay, remove, action } = button.dataset
    const { query, found } = this.#state
    // A filter's data-replay is its name: a click before the mount is replayed on the same button.
    if (replay) this.#pressFilter(replay as FilterName | 'sort')
    else if (remove) this.#remove(remove, button)
    else if (action === 'close') this.#close()
    else if (action === 'retry') this.#showResults(query)
    else if (action === 'clear') this.#clearPanel()
    else if (action === 'more') {
      this.#cardsBefore = found?.cards.length
      this.#change({ page: query.page + 1 }, 'replace')
    } else if (action === 'clear-filters') {
      this.#focusBar()
      this.#change(withoutFilters(query))
    }
  }

  #pressFilter(filter: FilterName | 'sort'): void {
    if (filter === 'free' || filter === 'pickup') this.#change({ [filter]: !this.#state.query[filter] })
    else if (this.#state.open === filter) this.#close()
    else this.#open(filter)
  }

  #open(filter: PanelFilter): void {
    this.#close()
    this.#typedChanges = 0
    this.#update({ open: filter, invalid: false })
    const dialog = this.#setup.host.element.querySelector('dialog')
    if (dialog) this.#closePanel = showPanel(dialog, (kept) => this.#close(kept))
  }

  /** Closes the open panel, and applies the typed text if it is to be kept. */
  #close(applyText = true): void {
    if (!this.#state.open) return
    if (applyText && this.#typing) this.#applyTyped()
    clearTimeout(this.#typing)
    this.#typing = 0
    this.#closePanel?.()
    this.#closePanel = undefined
    this.#update({ open: undefined })
  }

  #clearPanel(): void {
    const { open } = this.#state
    if (!open) return
    clearTimeout(this.#typing)
    this.#typing = 0
    this.#change(clearingChange(open))
    this.#close()
  }

  #applyChosen(input: HTMLInputElement): void {
    const { open, query } = this.#state
    const chosen = open && chosenChange(open, query, input)
    if (chosen) this.#change(chosen)
  }

  #scheduleTyped({ type }: HTMLInputElement): void {
    if (type === 'radio' || type === 'checkbox') return
    clearTimeout(this.#typing)
    this.#typing = window.setTimeout(() => this.#applyTyped(), typingDelay)
  }

  #applyTyped(): void {
    this.#typing = 0
    const { open, query } = this.#state
    const dialog = this.#setup.host.element.querySelector('dialog')
    const typed = open && dialog && typedChange(open, dialog)
    if (!typed) return this.#update({ invalid: true })
    if (this.#state.invalid) this.#update({ invalid: false })
    const next = { ...query, ...typed }
    if (writeQuery(next).toString() === writeQuery(query).toString()) return
    // One step back undoes all that was typed.
    this.#change(typed, this.#typedChanges++ ? 'replace' : 'push')
  }

  /** Removes a filter and its button; the focus moves to the neighbour. */
  #remove(key: string, button: HTMLElement): void {
    const { query, found } = this.#state
    const item = button.closest('li')
    const next = item?.nextElementSibling ?? item?.previousElementSibling
    if (next) next.querySelector('button')?.focus()
    else this.#focusBar()
    this.#change(appliedFilters(query, found?.facets).find((applied) => applied.key === key)?.removal ?? {})
  }

  /** Focuses the first filter: the focused element is about to disappear. */
  #focusBar(): void {
    this.#setup.host.element.querySelector<HTMLElement>('.filter-bar button')?.focus({ preventScroll: true })
  }

  /** Focuses the first of the added cards. */
  #focusAddedCard(): void {
    const { found, pending } = this.#state
    if (this.#cardsBefore === undefined || pending) return
    const titles = this.#setup.host.element.querySelectorAll<HTMLElement>('.card-title a')
    if (found && found.cards.length > this.#cardsBefore) titles[this.#cardsBefore]?.focus()
    this.#cardsBefore = undefined
  }
}

function queryFromAddress(): ListingQuery {
  return withShownCurrency(readQuery(window.location.search, today(), currency()))
}
