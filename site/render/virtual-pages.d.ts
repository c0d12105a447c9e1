declare module 'virtual:pages/eager' {
  import type { Pages } from './page-module'

  export const pages: Pages
}

declare module 'virtual:pages/lazy' {
  import type { LazyPages } from './page-module'

  export const pages: LazyPages
}
