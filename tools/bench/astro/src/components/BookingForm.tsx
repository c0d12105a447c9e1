import { useState } from 'react'

interface Props {
  price: number
  child: number
  currency: string
  options: string[]
  words: { from: string; ages: string; options: string; book: string }
}

export default function BookingForm({ price, child, currency, options, words }: Props) {
  const [adults, setAdults] = useState(2)
  const [children, setChildren] = useState(0)
  return (
    <aside className="ticket">
      <p>{words.from} <strong>{currency} {price}</strong></p>
      <form>
        <label>
          {words.ages} 12–75{' '}
          <input type="number" name="adults" min="1" max="8" value={adults} onChange={(e) => setAdults(+e.target.value)} />
        </label>
        <label>
          {words.ages} 5–11{' '}
          <input type="number" name="children" min="0" max="6" value={children} onChange={(e) => setChildren(+e.target.value)} />
        </label>
        <label>
          {words.options} <select name="option">{options.map((option) => <option key={option}>{option}</option>)}</select>
        </label>
        <input type="date" name="date" />
        <output>{currency} {adults * price + children * child}</output>
        <button type="submit">{words.book}</button>
      </form>
    </aside>
  )
}
