/**
 * Runs before the first paint, inline; its hash stands in bundle.json for the Content-Security-Policy. What the page looks
 * like by it is dark or light, and in its header whether somebody is signed in.
 */
export const paintSnippet =
  "(function(){var c=document.documentElement.classList,t;try{t=localStorage.getItem('theme');" +
  "if(localStorage.getItem('signed-in'))c.add('signed-in')}catch(e){}" +
  "if(t?t==='dark':matchMedia('(prefers-color-scheme:dark)').matches)c.add('dark')})()"
