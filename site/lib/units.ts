import { site } from './site'

/** A unit's own name, or the ordinary one of its type. */
export function unitTitle({ type, title }: { type: string; title?: string }): string {
  return title || site().t(`unit.${type as 'ADULT'}`)
}
