import { dangerouslySkipEscape } from 'vike/server'
export function onRenderHtml() { return dangerouslySkipEscape('') }
