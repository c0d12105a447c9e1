import type { Unit } from './payload.gen'
import { site } from './site'

/** A unit's own name, or the ordinary one of its type. */
export function unitTitle(unit: Unit): string {
  return unit.title ?? site().t(`unit.${unit.type as 'ADULT'}`)
}
