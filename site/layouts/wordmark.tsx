import type { Shell } from '../lib/payload.gen'
import { site } from '../lib/site'

interface Props {
  shell: Shell
}

/** The deployment's sign: its logo and its name, which a logo may hold. */
export function Wordmark({ shell: { name, logo } }: Props) {
  return (
    <a className="wordmark" href={site().href('/')}>
      {logo && <Logo logo={logo} name={name} />}
      {logo ? !logo.named && <span className="wordmark-name">{name}</span> : name}
    </a>
  )
}

/** By night another may stand in its place; which is seen is the style sheet's. A sign beside the name says nothing more. */
function Logo({ logo, name }: { logo: NonNullable<Shell['logo']>; name: string }) {
  const { src, width, height, dark, named } = logo
  const size = { width, height }
  const alt = named ? name : ''
  return (
    <>
      <img className={dark ? 'logo logo-light' : 'logo'} src={src} {...size} alt={alt} />
      {dark && <img className="logo logo-dark" src={dark} {...size} alt={alt} />}
    </>
  )
}
