import type { HeroProps } from '../hero'
import { SplitHero } from '../split-hero'

/** A cover: one half is words, the other the picture, from edge to edge. */
export function Hero({ home }: HeroProps) {
  return <SplitHero home={home} leadClass="standfirst" />
}
