import { readText, writeText } from './storage'

/** A value in localStorage that all tabs share, observed as a nanostores atom is. */
export class Persisted<T extends string | number> {
  readonly #listeners = new Set<(value: T) => void>()
  #value: T

  constructor(
    private readonly key: string,
    private readonly initial: T,
    private readonly decode: (text: string) => T,
  ) {
    this.#value = initial
    this.#value = this.#stored()
    if (typeof window === 'undefined') return
    window.addEventListener('storage', ({ key: changed, newValue }) => {
      if (changed === key) this.#show(newValue === null ? initial : decode(newValue))
      else if (changed === null) this.#show(initial)
    })
    // A page that comes back from the browser's cache has missed changes.
    window.addEventListener('pageshow', () => this.#show(this.#stored()))
  }

  get = (): T => this.#value

  set(value: T): void {
    writeText('localStorage', this.key, String(value))
    this.#show(value)
  }

  /** Calls `listener` with every change. Returns a function that removes it. */
  listen = (listener: (value: T) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls `listener` with the present value and every change. Returns a function that removes it. */
  subscribe(listener: (value: T) => void): () => void {
    listener(this.#value)
    return this.listen(listener)
  }

  #show(value: T): void {
    if (value === this.#value) return
    this.#value = value
    for (const listener of this.#listeners) listener(value)
  }

  #stored(): T {
    const text = readText('localStorage', this.key)
    // Without storage only this page knows the value.
    if (text === undefined) return this.#value
    return text === null ? this.initial : this.decode(text)
  }
}
