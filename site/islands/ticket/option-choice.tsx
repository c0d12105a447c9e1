import { useId } from 'react'
import { PriceFrom } from '../../components/price-from'
import { site } from '../../lib/site'
import type { TicketState } from './use-ticket'

interface Props {
  ticket: TicketState
}

export function OptionChoice({ ticket }: Props) {
  const name = useId()
  const { options } = ticket.product
  if (options.length < 2) return null
  return (
    <fieldset className="choices">
      <legend>{site().t('ticket.option')}</legend>
      {options.map((option) => (
        <label key={option.id} className="choice">
          <input
            type="radio"
            name={name}
            checked={option.id === ticket.draft.option.id}
            onChange={() => ticket.chooseOption(option)}
          />
          <span className="choice-text">
            {option.title}
            {option.from && (
              <span className="choice-price small">
                <PriceFrom price={option.from} own />
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
