declare module 'virtual:pages/eager' {
  export const pages: import('./page-module').Pages
}

declare module 'virtual:pages/lazy' {
  export const pages: import('./page-module').LazyPages
}
