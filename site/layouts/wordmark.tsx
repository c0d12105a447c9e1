import type { Shell } from '../lib/payload.gen'
import { PageLink } from './page-link'

/** The link to the home page: the deployment's logo, and its name unless the logo contains it. */
export function Wordmark({ shell: { name, logo } }: { shell: Shell }) {
  return (
    <PageLink className="wordmark" path="/">
      {logo && <Logo logo={logo} name={name} />}
      {logo ? !logo.named && <span className="wordmark-name">{name}</span> : name}
    </PageLink>
  )
}

/** A logo, with its variant for dark pages, which the style sheet shows instead. Beside the name it has no text. */
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
