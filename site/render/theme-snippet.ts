/** Runs before the first paint, inline; its hash stands in bundle.json for the Content-Security-Policy. */
export const themeSnippet =
  "(function(){var t;try{t=localStorage.getItem('theme')}catch(e){}" +
  "if(t?t==='dark':matchMedia('(prefers-color-scheme:dark)').matches)document.documentElement.classList.add('dark')})()"
