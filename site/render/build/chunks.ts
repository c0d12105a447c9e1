import type { Plugin } from 'vite'

const each = (folder: string, ...modules: string[]) => modules.map((module) => `${folder}/${module}`)

/**
 * What islands load together goes into one file, which is packed better than many: 3 kB less on a product's page, 5 on the
 * cart. Modules are named without their extension; `*` is every module below a folder.
 */
const together: Record<string, string[]> = {
  react: each('node_modules', 'react/*', 'react-dom/*', 'scheduler/*'),
  ticket: [
    ...each('features/booking', 'ticket-summary', 'ticket-panel'),
    'features/ui/use-wide',
    'islands/ticket/ticket',
  ],
  island: [
    ...each('components', 'product/price-from', 'ui/amount', 'ui/icon'),
    ...each('lib/i18n', 'cancellation', 'format', 'per', 'span'),
    ...each('lib/money', 'currency', 'currency-event', 'price'),
    'lib/navigation/layer',
    'render/client/root',
  ],
  list: ['components/cards/*', ...each('components/blocks', 'filter-bar', 'results-skeleton')],
  form: each('features/forms', 'rules', 'use-form'),
  order: [
    ...each('components/blocks', 'contact-ways', 'empty-state', 'section'),
    'components/product/map-link',
    ...each('components/ui', 'button', 'disclosure', 'interpolate', 'picture'),
    'features/booking/counts',
    ...each('features/forms', 'focus-first', 'text-field'),
    ...each('features/http', 'load-failure', 'problems'),
    ...each(
      'features/order',
      'booking',
      'booking-facts',
      'cancellation-lines',
      'cancellation-terms',
      'price-lines',
      'sums',
    ),
    ...each('lib/i18n', 'ages', 'clock', 'digits', 'units'),
    'lib/image/image',
    'lib/navigation/navigate',
  ],
}

const moduleOf = (path: string) => new RegExp(`/${path.replace('*', '.*')}\\.[jt]sx?$`)

/** The groups as the bundler takes them. */
export const chunkGroups = Object.entries(together).map(([name, paths]) => ({
  name,
  test: new RegExp(paths.map((path) => moduleOf(path).source).join('|')),
}))

/** Refuses a build in which a group names a module that does not exist: it was renamed, and would fall out of its file. */
export function checkChunkGroups(): Plugin {
  return {
    name: 'storefront:chunk-groups',
    apply: 'build',
    buildEnd(error) {
      if (error || this.environment.name !== 'client') return
      const ids = [...this.getModuleIds()]
      for (const path of Object.values(together).flat()) {
        const pattern = moduleOf(path)
        if (!ids.some((id) => pattern.test(id))) throw new Error(`no module of the build is named ${path}`)
      }
    },
  }
}
