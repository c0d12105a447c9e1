import type { Plugin } from 'vite'

/** What browsers see of the environment of a build: what is called so, and where vike's own pages are. */
const seen = ['PUBLIC_', 'BASE_SERVER', 'BASE_ASSETS']

/** Takes away again what plugins have added to that: vike lets browsers see what is called VITE_ too. */
export function publicEnvironment(): Plugin {
  return {
    name: 'storefront:environment',
    enforce: 'post',
    config: {
      order: 'post',
      handler: (config) => {
        config.envPrefix = seen
      },
    },
  }
}
