import { pictureOf } from '../../lib/image/image'
import type { Image } from '../../lib/payload.gen'
import { searchSegment } from '../../lib/navigation/routes'
import { href, t } from '../../lib/site'
import { createElement } from '../../lib/browser/element'
import type { Suggestion, Group } from './suggestions'
import './search-box.css'

/**
 * The list below a search field: a listbox of links, which the field's keys move in (ARIA's combobox). It is shown
 * over the page and moves nothing.
 */
export class SuggestionList {
  private readonly id: string
  private readonly list: HTMLElement
  private readonly root: HTMLElement
  private readonly note = createElement('p', { class: 'search-note' })
  private readonly status = createElement('p', { class: 'sr-only', role: 'status' })
  private options: HTMLElement[] = []
  private selected = -1

  /** `leave` is called when a row is chosen. */
  constructor(
    private readonly input: HTMLInputElement,
    leave: () => void,
  ) {
    this.id = `${input.id}-list`
    this.list = createElement('div', { id: this.id, role: 'listbox', 'aria-label': t('search.suggestions') })
    this.root = createElement('div', { class: 'search-panel' }, this.note, this.list)
    this.root.hidden = true
    // A press on a choice must not move the focus, which would close the panel before the click.
    this.root.addEventListener('mousedown', (event) => event.preventDefault())
    this.root.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a')) leave()
    })
    const combobox = {
      role: 'combobox',
      'aria-expanded': 'false',
      'aria-controls': this.id,
      'aria-autocomplete': 'list',
    }
    for (const [name, value] of Object.entries(combobox)) input.setAttribute(name, value)
    input.form?.append(this.root, this.status)
  }

  get isOpen(): boolean {
    return !this.root.hidden
  }

  /** The option that Enter chooses. */
  get chosen(): HTMLElement | undefined {
    return this.options[this.selected]
  }

  show(groups: Group[], text: string): void {
    const rows = groups.map(({ title, choices }, n) => this.group(title, choices, `${this.id}-${n}`))
    const count = groups.reduce((sum, { choices }) => sum + choices.length, 0)
    const countText = t('search.found', { count })
    if (text) rows.push(allResultsRow(text))
    this.fill(rows, count === 0 ? countText : '')
    this.status.textContent = countText
  }

  /** Shows that suggestions are loading, if none are shown yet. */
  showLoading(): void {
    if (!this.isOpen) this.fill([], t('search.looking'))
  }

  private fill(rows: HTMLElement[], note: string): void {
    this.note.textContent = note
    this.note.hidden = note === ''
    this.list.replaceChildren(...rows)
    this.options = [...this.list.querySelectorAll<HTMLElement>('[role="option"]')]
    this.options.forEach((option, n) => (option.id = `${this.id}-option-${n}`))
    this.select(-1)
    this.root.hidden = false
    this.root.scrollTop = 0
    this.input.ariaExpanded = 'true'
  }

  private group(title: string, choices: Suggestion[], id: string): HTMLElement {
    const heading = createElement('p', { id, class: 'search-group', role: 'presentation' }, title)
    return createElement('div', { role: 'group', 'aria-labelledby': id }, heading, ...choices.map(option))
  }

  close(): void {
    this.root.hidden = true
    this.status.textContent = ''
    this.input.ariaExpanded = 'false'
    this.select(-1)
  }

  /** Moves down or up the list; from its end to the field itself, and on to the other end. */
  move(by: 1 | -1): void {
    const places = this.options.length + 1
    this.select(((this.selected + 1 + by + places) % places) - 1)
    this.chosen?.scrollIntoView({ block: 'nearest' })
  }

  private select(at: number): void {
    this.chosen?.setAttribute('aria-selected', 'false')
    this.selected = at
    this.chosen?.setAttribute('aria-selected', 'true')
    if (this.chosen) this.input.setAttribute('aria-activedescendant', this.chosen.id)
    else this.input.removeAttribute('aria-activedescendant')
  }
}

function option({ href, name, fact, price, image }: Suggestion): HTMLElement {
  const row = link(href, '', image ? thumbnail(image) : createElement('i', { class: 'icon icon-search search-mark' }))
  row.append(createElement('span', { class: 'search-name' }, name))
  if (fact) row.append(createElement('span', { class: 'search-fact' }, fact))
  if (price) row.append(createElement('bdi', { class: 'search-price' }, price))
  return row
}

function thumbnail(image: Image): HTMLElement {
  const { src, srcSet: srcset = '', width, height } = pictureOf(image, { preset: 'thumb' })
  return createElement('img', { srcset, src, width, height, alt: '', loading: 'lazy', decoding: 'async' })
}

/** Returns the row that leads to all results of a text. */
function allResultsRow(text: string): HTMLElement {
  const address = href(`/search/${searchSegment(text)}`)
  // The text is isolated, whatever its direction.
  const words = t('search.all', { text: `\u2068${text}\u2069` })
  return link(address, 'search-all', words)
}

function link(address: string, look: string, content: Node | string): HTMLElement {
  const attributes = { role: 'option', 'aria-selected': 'false', tabindex: -1, href: address }
  return createElement('a', { class: `search-option ${look}`, ...attributes }, content)
}
