interface Words {
  message: string
  retry: string
}

/**
 * The app-level error display, for what nothing else has caught. It is plain DOM, since what failed may be React, and
 * stands at the foot of the page, which stays readable.
 */
export function showAppError({ message, retry }: Words): void {
  if (document.getElementById('app-error')) return
  const box = document.createElement('div')
  box.id = 'app-error'
  box.className = 'app-error'
  box.setAttribute('role', 'alert')
  const text = document.createElement('span')
  text.textContent = message
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button button-outlined'
  button.textContent = retry
  button.addEventListener('click', () => window.location.reload())
  box.append(text, button)
  document.body.append(box)
}

/** Calls back for errors of our own that nothing has caught; extensions' and other sites' scripts come without one. */
export function onUnhandled(run: (error: unknown) => void): void {
  window.addEventListener('error', ({ error }: ErrorEvent) => {
    if (error instanceof Error) run(error)
  })
  window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    // An abandoned request is no error.
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) run(reason)
  })
}
