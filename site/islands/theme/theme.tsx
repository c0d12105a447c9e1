import { useState } from 'react'
import { Icon } from '../../components/ui/icon'
import { site } from '../../lib/site'

/** Dark or light colours. The choice outlives the page; the snippet in the head reads it before the first paint. */
export function Theme() {
  // The server cannot know; the first click tells the truth.
  const [dark, setDark] = useState<boolean>()
  const toggle = () => {
    const { classList } = document.documentElement
    const next = !classList.contains('dark')
    classList.toggle('dark', next)
    localStorage.setItem('theme', next ? 'dark' : 'light')
    setDark(next)
  }
  return (
    <button type="button" className="theme-toggle" aria-pressed={dark} onClick={toggle}>
      <Icon name="theme" />
      {site().t('nav.theme')}
    </button>
  )
}
