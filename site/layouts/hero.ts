import type { Home } from '../lib/payload.gen'

export interface HeroProps {
  home: Home
}
