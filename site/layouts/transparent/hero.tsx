import type { HeroProps } from '../hero'
import { StubHero } from '../stub-hero'

/** The whole screen is the picture; words and search stand in its dark foot, the header on its dark top. */
export function Hero({ home }: HeroProps) {
  return <StubHero home={home} />
}
