import type { Plugin } from 'vite'

/** Prefixes of the environment variables that the browser's code may read. */
const publicPrefixes = ['PUBLIC_', 'BASE_SERVER', 'BASE_ASSETS']

/** Removes the prefixes that plugins add: vike adds VITE_. */
export function publicEnvironment(): Plugin {
  return {
    name: 'storefront:environment',
    enforce: 'post',
    config: {
      order: 'post',
      handler: (config) => {
        config.envPrefix = publicPrefixes
      },
    },
  }
}
