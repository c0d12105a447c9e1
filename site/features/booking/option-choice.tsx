import { useId } from 'react'
import { PriceFrom } from '../../components/product/price-from'
import type { Price } from '../../lib/payload.gen'
import { t } from '../../lib/site'

interface Choosable {
  id: string
  title: string
  /** Its lowest price. */
  from?: Price
}

interface Props<Option> {
  options: Option[]
  /** The id of the chosen option. */
  chosen: string
  onChoose: (option: Option) => void
}

/** The options of a product, each with its price; nothing where there is no choice. */
export function OptionChoice<Option extends Choosable>({ options, chosen, onChoose }: Props<Option>) {
  const name = useId()
  if (options.length < 2) return null
  return (
    <fieldset className="choices">
      <legend>{t('ticket.option')}</legend>
      {options.map((option) => {
        const id = `${name}-${option.id}`
        const { title, from } = option
        return (
          <label key={id} className="choice">
            <input
              type="radio"
              name={name}
              aria-labelledby={id}
              aria-describedby={from && `${id}-price`}
              checked={option.id === chosen}
              onChange={() => onChoose(option)}
            />
            <span className="choice-text">
              <span id={id}>{title}</span>
              {from && (
                <span id={`${id}-price`} className="choice-price small">
                  <PriceFrom price={from} isOptionPrice />
                </span>
              )}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
