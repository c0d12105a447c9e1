// generate server puts this into every page it shows: it loads the page anew when its content changes, and shows what is
// wrong in content over it.
/* global addEventListener, document, EventSource, HTMLAnchorElement, location, navigator, scrollTo, scrollX, scrollY, sessionStorage */
;(() => {
  const scrollKey = 'generate:scroll'
  let stale = false
  let host
  let dismissed = ''

  // Both are percent-encoded, but a typed path may have lower-case hex digits.
  const decoded = (path) => decodeURI(path).replace(/(.)\/+$/, '$1')

  function reload() {
    try {
      sessionStorage.setItem(scrollKey, JSON.stringify([location.href, scrollX, scrollY]))
    } catch {
      // without storage the page begins at its top
    }
    location.reload()
  }

  function restoreScroll() {
    try {
      const [href, x, y] = JSON.parse(sessionStorage.getItem(scrollKey) ?? '[]')
      sessionStorage.removeItem(scrollKey)
      if (href === location.href) scrollTo({ left: x, top: y, behavior: 'instant' })
    } catch {
      // as above
    }
  }

  function element(name, text, className) {
    const e = document.createElement(name)
    if (text) e.textContent = text
    if (className) e.className = className
    return e
  }

  function placeButton(problem) {
    const place = `${problem.path}:${problem.line}:${problem.col}`
    const button = element('button', place, 'place')
    button.type = 'button'
    button.title = 'Copy'
    button.addEventListener('click', () => {
      navigator.clipboard?.writeText(place).then(() => {
        button.textContent = `${place} (copied)`
      })
    })
    return button
  }

  function line(pointer) {
    const pre = element('pre', pointer)
    pre.tabIndex = 0 // it may be wider than the panel, and is scrolled by keys then
    return pre
  }

  function item(problem) {
    const li = element('li', '', problem.warning ? 'warning' : '')
    if (problem.path) li.append(placeButton(problem))
    li.append(element('p', problem.message, 'what'))
    if (problem.pointer) li.append(line(problem.pointer))
    return li
  }

  function panel(problems) {
    const section = element('section')
    section.setAttribute('role', 'alert')
    section.setAttribute('aria-label', 'Content errors')
    section.lang = 'en'
    const mistakes = problems.filter((p) => !p.warning).length
    const header = element('header')
    const close = element('button', 'Dismiss')
    close.type = 'button'
    close.addEventListener('click', dismiss)
    header.append(element('h2', mistakes === 1 ? '1 mistake in content' : `${mistakes} mistakes in content`), close)
    const list = element('ol')
    list.append(...problems.map(item))
    section.append(header, list)
    section.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') dismiss()
    })
    return section
  }

  function dismiss() {
    dismissed = host?.dataset.of ?? ''
    host?.remove()
    host = undefined
  }

  function show(problems) {
    const of = JSON.stringify(problems)
    if (host?.dataset.of === of || (problems.length > 0 && of === dismissed)) return
    host?.remove()
    host = undefined
    dismissed = ''
    if (problems.length === 0) return
    host = element('generate-problems')
    host.dataset.of = of
    const root = host.attachShadow({ mode: 'open' })
    const style = element('link')
    style.rel = 'stylesheet'
    style.href = '/__generate/reload.css'
    root.append(style, panel(problems))
    document.documentElement.append(host)
  }

  const since = encodeURIComponent(document.currentScript?.dataset.state ?? '')
  let events

  /** Listens while the page is visible: browsers open at most six connections to a host for all of its tabs. */
  function listen() {
    events?.close()
    if (document.visibilityState === 'hidden') return
    events = new EventSource(`/__generate/events?since=${since}`)
    events.addEventListener('changed', (event) => {
      const { all, paths } = JSON.parse(event.data)
      const here = decoded(location.pathname)
      if (all || paths.some((path) => decoded(path) === here)) reload()
      else stale = true
    })
    events.addEventListener('problems', (event) => show(JSON.parse(event.data).problems))
  }

  listen()
  document.addEventListener('visibilitychange', listen)
  addEventListener('pagehide', () => events?.close())
  addEventListener('pageshow', (event) => {
    if (event.persisted) reload() // it was not told anything meanwhile
  })

  // What the router keeps of other pages may be what they were: they are loaded whole.
  addEventListener(
    'click',
    (event) => {
      const link = event.composedPath().find((e) => e instanceof HTMLAnchorElement)
      const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      if (!stale || !plain || !link || link.target || link.origin !== location.origin || link.hash) return
      event.preventDefault()
      event.stopImmediatePropagation()
      location.assign(link.href)
    },
    true,
  )

  if (document.readyState === 'complete') restoreScroll()
  else addEventListener('load', restoreScroll)
})()
