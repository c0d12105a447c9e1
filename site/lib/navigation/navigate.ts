import { href } from '../site'

/** Goes to a page of this site by its path without language, as a link would. */
export function navigate(path: string): void {
  const link = document.createElement('a')
  link.href = href(path)
  document.body.append(link)
  link.click()
  link.remove()
}
