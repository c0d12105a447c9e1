import type { HeroProps } from '../hero'
import { StubHero } from '../stub-hero'

/** A ticket in two: the stub with the search, and the picture. */
export function Hero({ home }: HeroProps) {
  return <StubHero home={home} className="ticket" />
}
