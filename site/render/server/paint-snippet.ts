import { resultsAddress } from '../../lib/navigation/filter-address.ts'

/**
 * Runs before the first paint, inline; its hash stands in bundle.json for the Content-Security-Policy. What the page looks
 * like by it is dark or light, and what the browser paints around it; whether prices wait for another currency, in its
 * header whether somebody is signed in, whether its list waits for filters, and whether nothing is known to be in the cart,
 * nor to come into it by a mailed link.
 */
export const paintSnippet =
  '(function(){var d=document,e=d.documentElement,c=e.classList,t,m=/(?:^|; )currency=(\\w+)/.exec(d.cookie),o=e.dataset.currency;' +
  "if(m&&o&&m[1]!==o)c.add('repricing');try{t=localStorage.getItem('theme');" +
  "if(localStorage.getItem('signed-in'))c.add('signed-in');" +
  "if(!+localStorage.getItem('cart-count')&&!/[?&]negotiation=/.test(location.search))c.add('cart-empty')}catch(e){}" +
  "t=t?t==='dark':matchMedia('(prefers-color-scheme:dark)').matches;if(t)c.add('dark');" +
  "d.querySelectorAll('meta[media]').forEach(function(m){m.media=/dark/.test(m.media)===t?'all':'not all'});" +
  `if(${resultsAddress}.test(location.pathname+location.search))c.add('awaiting-results')})()`
