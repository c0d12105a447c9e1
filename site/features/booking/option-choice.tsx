import { useId } from 'react'
import { PriceFrom } from '../../components/product/price-from'
import type { Option } from '../../lib/payload.gen'
import { t } from '../../lib/site'
import type { TicketProps } from './use-ticket'

/** The options of a product, each with its price. */
export function OptionChoice({ ticket }: TicketProps) {
  const name = useId()
  const { options } = ticket.product
  if (options.length < 2) return null
  return (
    <fieldset className="choices">
      <legend>{t('ticket.option')}</legend>
      {options.map((option) => (
        <OptionRadio key={option.id} name={name} option={option} ticket={ticket} />
      ))}
    </fieldset>
  )
}

function OptionRadio({ name, option, ticket }: TicketProps & { name: string; option: Option }) {
  const id = useId()
  const { from } = option
  return (
    <label className="choice">
      <input
        type="radio"
        name={name}
        aria-labelledby={id}
        aria-describedby={from && `${id}-price`}
        checked={option.id === ticket.draft.option.id}
        onChange={() => ticket.chooseOption(option)}
      />
      <span className="choice-text">
        <span id={id}>{option.title}</span>
        {from && (
          <span id={`${id}-price`} className="choice-price small">
            <PriceFrom price={from} own />
          </span>
        )}
      </span>
    </label>
  )
}
