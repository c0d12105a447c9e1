/** Fetches the stylesheets that failed again: the bundler's loader asks for each of them only once. */
export async function reloadStyles(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet)
  await Promise.all(
    failed.map((link) => {
      const again = link.cloneNode() as HTMLLinkElement
      link.replaceWith(again)
      return new Promise((resolve) => {
        again.addEventListener('load', resolve)
        again.addEventListener('error', resolve)
      })
    }),
  )
}
