import type { ReactNode } from 'react'
import { minCountOf, limitOf, type CountedUnit, type Counts, type Party } from './counts'
import { t } from '../../lib/site'
import { companionText, unitTitle } from '../../lib/i18n/units'
import { Stepper } from './stepper'

interface Props<Unit> extends Party {
  units: (Unit & CountedUnit)[]
  counts: Counts
  /** What is left in the unit that visitors count, if that is a limit. */
  remaining?: number
  /** Returns the note beside a unit: its ages, its price. */
  noteOf: (unit: Unit) => ReactNode
  onChange: (counts: Counts) => void
}

/** Travellers, or cars and tents, within their limits. The limit of a unit is shown beside it, those of all below. */
export function UnitSteppers<Unit>({ counts, remaining = 0, noteOf, onChange, ...party }: Props<Unit>) {
  const { units, maxTravellers } = party
  const limits = units.map((unit) => limitOf(party, counts, unit))
  return (
    <>
      {units.map((unit, i) => (
        <Stepper
          key={unit.id}
          label={unitTitle(unit)}
          note={noteOf(unit)}
          value={counts[unit.id] ?? 0}
          min={minCountOf(units, counts, unit)}
          max={limits[i] === 'unit' ? unit.max : undefined}
          atLimit={limits[i] !== undefined}
          reason={limits[i] === 'alone' ? companionText(unit, units) : undefined}
          onChange={(count) => onChange({ ...counts, [unit.id]: count })}
        />
      ))}
      <p className="party-limit small" role="status">
        {limits.includes('seats') ? (
          <b>{t('ticket.left', { count: remaining })}</b>
        ) : limits.includes('travellers') ? (
          <b>{t('travellers.upTo', { count: maxTravellers })}</b>
        ) : (
          maxTravellers > 0 && t('ticket.maxPerItem', { count: maxTravellers })
        )}
      </p>
    </>
  )
}
