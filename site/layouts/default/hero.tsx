import type { HeroProps } from '../hero'
import { SplitHero } from '../split-hero'

/** A ticket in two: the stub with the search, and the picture. */
export function Hero({ home }: HeroProps) {
  return <SplitHero home={home} className="ticket" />
}
