import type { HeroProps } from '../hero'
import { SplitHero } from '../split-hero'

/** The whole screen is the picture; words and search stand in its dark foot, the header on its dark top. */
export function Hero({ home }: HeroProps) {
  return <SplitHero home={home} />
}
