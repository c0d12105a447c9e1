import type { Plugin } from 'vite'

const each = (folder: string, ...modules: string[]) => modules.map((module) => `${folder}/${module}`)

/**
 * What islands load together goes into one file, which is packed better than many: 3 kB less on a product's page, 5 on the
 * cart. Modules are named without their extension; `*` is every module below a folder.
 */
const together: Record<string, string[]> = {
  // The pages that the router shows are elements, which our own serialiser writes; React itself comes with the first island.
  common: [
    'node_modules/react/jsx-runtime',
    'node_modules/react/cjs/react-jsx-runtime.production',
    ...each('components', 'product/price-from', 'ui/amount', 'ui/icon'),
    ...each('lib/i18n', 'cancellation', 'format', 'per', 'span'),
    ...each('lib/money', 'currency', 'currency-event', 'price'),
    'lib/navigation/layer',
  ],
  react: [
    ...each('node_modules', 'react/*', 'react-dom/*', 'scheduler/*', '@nanostores/react/*'),
    'render/client/root',
  ],
  ticket: [
    ...each('features/booking', 'ticket-summary', 'ticket-panel'),
    'features/ui/use-wide',
    'islands/ticket/ticket',
  ],
  plain: [
    ...each('components/blocks', 'contact-ways', 'empty-state'),
    ...each('components/ui', 'button', 'interpolate', 'picture'),
    'features/forms/text-field',
    ...each('features/http', 'load-failure', 'problems'),
    ...each('lib/i18n', 'clock', 'digits'),
    'lib/image/*',
    'lib/islands/placement',
  ],
  finder: ['widgets/finder/*'],
  list: ['components/cards/*', ...each('components/blocks', 'filter-bar', 'results-skeleton')],
  form: ['features/cart/guest', ...each('features/forms', 'rules', 'use-form')],
  order: [
    'components/blocks/section',
    'components/product/map-link',
    'components/ui/disclosure',
    'features/booking/counts',
    'features/forms/focus-first',
    ...each(
      'features/order',
      'booking',
      'booking-facts',
      'cancellation-lines',
      'cancellation-terms',
      'outcome',
      'price-lines',
      'sums',
    ),
    ...each('lib/i18n', 'ages', 'units'),
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
