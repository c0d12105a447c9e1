import type { HeroProps } from '../hero'
import { StubHero } from '../stub-hero'

/** A cover: one half is words, the other the picture, from edge to edge. */
export function Hero({ home }: HeroProps) {
  return <StubHero home={home} leadClass="standfirst" />
}
