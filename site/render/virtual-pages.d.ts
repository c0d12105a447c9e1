declare module 'virtual:pages/eager' {
  import type { Pages } from './page-module'

  export const pages: Pages
}

declare module 'virtual:pages/lazy' {
  import type { LazyPages } from './page-module'

  export const pages: LazyPages
}

declare module 'virtual:paint-snippet' {
  export const paintSnippet: string
}

declare module 'virtual:message-parts' {
  import type { MessagePart } from '../islands/messages'
  import type { MessageTree } from '../lib/i18n'

  /** What loads each part of the messages, by language. */
  export const parts: Record<MessagePart, Partial<Record<string, () => Promise<MessageTree>>>>
}
