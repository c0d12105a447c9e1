import { site } from '../site'

/** Returns the whole address of a path of the site; an address on another host as it is. */
export function absoluteAddress(path: string): string {
  // Joined, not added: JSON.stringify has a fast path, which sums of strings leave.
  return path.startsWith('/') ? [site().shell.baseUrl.replace(/\/$/, ''), path].join('') : path
}
