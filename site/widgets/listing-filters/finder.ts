import type { Tool } from '../../components/blocks/filter-bar'
import { problemOf, type Problem } from '../../features/http/api'
import { dayAt, type Day } from '../../lib/i18n/clock'
import { currency } from '../../lib/money/currency'
import { currencyEvent } from '../../lib/money/currency-event'
import type { PlainHost } from '../../lib/islands/island-contract'
import { modalDialog } from '../../lib/navigation/modal-dialog'
import { popEvent } from '../../lib/navigation/pop-event'
import { remember, searchedDateKey } from '../../lib/browser/storage'
import { inShownCurrency } from './display-currency'
import { appliedOf, type PanelName } from './filter-labels'
import { changesList, readQuery, withoutFilters, writeQuery, type ListingQuery } from './listing-query'
import { chosenIn, typedIn, withoutPanel } from './filter-panel-input'
import { showPanel } from './show-filter-panel'
import type { Find, Found } from './search-client'

/** The filters that open a panel, and the order. */
export type PanelTool = PanelName | 'sort'

/** What a finder shows. */
export interface FinderState {
  query: ListingQuery
  /** The latest results, also while the next are on their way. */
  found?: Found
  /** The results are not yet those of the query. */
  pending: boolean
  /** Why the latest request failed. */
  problem?: Problem
  /** The filter whose panel is open. */
  open?: PanelTool
  /** What is typed into the open panel is not valid. */
  wrong?: boolean
}

interface Setup {
  host: PlainHost
  find: Find
  render: (state: FinderState) => void
  /** The path of a list that is filtered or sorted; as it was published it stays at its own. */
  base?: string
}

// Long enough for the next digit.
const applyAfter = 500

/** Returns today where the visitor is: experiences are in several places. */
export function today(): Day {
  return dayAt(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** Finder holds the state of a filtered list, whose query is in the address, and handles the visitor's input. */
export class Finder {
  readonly #setup: Setup
  readonly #path = window.location.pathname
  readonly #stop = new AbortController()
  #state: FinderState = { query: queryOfAddress(), pending: false }
  #request = new AbortController()
  #closePanel: (() => void) | undefined
  #typing = 0
  // How often text typed into the open panel has changed the query.
  #steps = 0
  // How many cards there were when more were requested.
  #cardsBefore: number | undefined

  constructor(setup: Setup) {
    this.#setup = setup
    const { element } = setup.host
    const { signal } = this.#stop
    element.addEventListener('click', (event) => this.#press(event.target as Element), { signal })
    element.addEventListener('change', (event) => this.#choose(event.target as HTMLInputElement), { signal })
    element.addEventListener('input', (event) => this.#type(event.target as HTMLInputElement), { signal })
    document.addEventListener(popEvent, (event) => this.#pop(event), { signal })
    document.addEventListener(currencyEvent, () => this.#goTo(inShownCurrency(this.#state.query)), { signal })
    this.#goTo(this.#state.query)
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
    this.#focusMore()
  }

  /** Fetches the results of a query; a request that is overtaken is cancelled. */
  #goTo(query: ListingQuery): void {
    // The ticket of an experience opens with the date that it was found for.
    remember(searchedDateKey, query.date)
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

  /** Changes the query: with a new history entry, or by replacing the last one. */
  #change(part: Partial<ListingQuery>, how: 'push' | 'replace' = 'push'): void {
    const query = { ...this.#state.query, page: 1, ...part }
    const address = writeQuery(query, window.location.search).toString()
    const path = changesList(query) ? (this.#setup.base ?? this.#path) : this.#path
    const url = path + (address && `?${address}`)
    // On a phone the filters are in a layer, which has its own history entry.
    if (how === 'push' && !document.querySelector(modalDialog)) window.history.pushState({}, '', url)
    else window.history.replaceState(window.history.state, '', url)
    this.#goTo(query)
  }

  #pop(event: Event): void {
    const { pathname } = window.location
    const query = queryOfAddress()
    if (pathname !== this.#path && !(pathname === this.#setup.base && changesList(query))) return
    // The page shows this list already and need not be loaded again.
    event.preventDefault()
    this.#goTo(query)
  }

  #press(target: Element): void {
    const button = target.closest('button')
    if (!button || button.ariaDisabled === 'true') return
    const { replay, remove, action } = button.dataset
    const { query, found } = this.#state
    // A tool's data-replay is its name: a click before the mount is replayed on the same button.
    if (replay) this.#pressTool(replay as Tool | 'sort')
    else if (remove) this.#remove(remove, button)
    else if (action === 'close') this.#close()
    else if (action === 'retry') this.#goTo(query)
    else if (action === 'clear') this.#clearPanel()
    else if (action === 'more') {
      this.#cardsBefore = found?.cards.length
      this.#change({ page: query.page + 1 }, 'replace')
    } else if (action === 'clear-filters') {
      this.#focusBar()
      this.#change(withoutFilters(query))
    }
  }

  #pressTool(tool: Tool | 'sort'): void {
    if (tool === 'free' || tool === 'pickup') this.#change({ [tool]: !this.#state.query[tool] })
    else if (this.#state.open === tool) this.#close()
    else this.#open(tool)
  }

  #open(tool: PanelTool): void {
    this.#close()
    this.#steps = 0
    this.#update({ open: tool, wrong: false })
    const dialog = this.#setup.host.element.querySelector('dialog')
    if (dialog) this.#closePanel = showPanel(dialog, (kept) => this.#close(kept))
  }

  /** Closes the open panel, and applies the typed text if it is to be kept. */
  #close(kept = true): void {
    if (!this.#state.open) return
    if (kept && this.#typing) this.#applyTyped()
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
    this.#change(withoutPanel(open))
    this.#close()
  }

  #choose(input: HTMLInputElement): void {
    const { open, query } = this.#state
    const chosen = open && chosenIn(open, query, input)
    if (chosen) this.#change(chosen)
  }

  #type({ type }: HTMLInputElement): void {
    if (type === 'radio' || type === 'checkbox') return
    clearTimeout(this.#typing)
    this.#typing = window.setTimeout(() => this.#applyTyped(), applyAfter)
  }

  #applyTyped(): void {
    this.#typing = 0
    const { open, query } = this.#state
    const dialog = this.#setup.host.element.querySelector('dialog')
    const typed = open && dialog && typedIn(open, dialog)
    if (!typed) return this.#update({ wrong: true })
    if (this.#state.wrong) this.#update({ wrong: false })
    const next = { ...query, ...typed }
    if (writeQuery(next).toString() === writeQuery(query).toString()) return
    // One step back undoes all that was typed.
    this.#change(typed, this.#steps++ ? 'replace' : 'push')
  }

  /** Removes a filter and its button; the focus moves to the neighbour. */
  #remove(key: string, button: HTMLElement): void {
    const { query, found } = this.#state
    const item = button.closest('li')
    const next = item?.nextElementSibling ?? item?.previousElementSibling
    if (next) next.querySelector('button')?.focus()
    else this.#focusBar()
    this.#change(appliedOf(query, found?.facets).find((applied) => applied.key === key)?.without ?? {})
  }

  /** Focuses the first filter: the focused element is about to disappear. */
  #focusBar(): void {
    this.#setup.host.element.querySelector<HTMLElement>('.filter-bar button')?.focus({ preventScroll: true })
  }

  /** Focuses the first of the added cards. */
  #focusMore(): void {
    const { found, pending } = this.#state
    if (this.#cardsBefore === undefined || pending) return
    const titles = this.#setup.host.element.querySelectorAll<HTMLElement>('.card-title a')
    if (found && found.cards.length > this.#cardsBefore) titles[this.#cardsBefore]?.focus()
    this.#cardsBefore = undefined
  }
}

function queryOfAddress(): ListingQuery {
  return inShownCurrency(readQuery(window.location.search, today(), currency()))
}
