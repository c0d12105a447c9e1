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

declare module 'virtual:messages/keys' {
  export const keys: Partial<Record<string, readonly string[]>>
}

declare module 'virtual:messages/lazy' {
  import type { MessageTree } from '../lib/i18n/message-tree'

  type Load = () => Promise<{ default: MessageTree }>

  export const groups: Partial<Record<string, Partial<Record<string, Load>>>>
}
