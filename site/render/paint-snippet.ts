import { wishedAddress } from '../lib/wished.ts'

/**
 * Runs before the first paint, inline; its hash stands in bundle.json for the Content-Security-Policy. What the page looks
 * like by it is dark or light, whether prices wait for another currency, in its header whether somebody is signed in, and
 * whether its list waits for filters.
 */
export const paintSnippet =
  '(function(){var d=document,e=d.documentElement,c=e.classList,t,m=/(?:^|; )currency=(\\w+)/.exec(d.cookie),o=e.dataset.currency;' +
  "if(m&&o&&m[1]!==o)c.add('repricing');try{t=localStorage.getItem('theme');" +
  "if(localStorage.getItem('signed-in'))c.add('signed-in')}catch(e){}" +
  "if(t?t==='dark':matchMedia('(prefers-color-scheme:dark)').matches)c.add('dark');" +
  `if(${wishedAddress}.test(location.pathname+location.search))c.add('wished')})()`
