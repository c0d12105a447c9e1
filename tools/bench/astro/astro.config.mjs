import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'

export default defineConfig({
  site: 'https://bench.example',
  trailingSlash: 'always',
  cacheDir: './.cache',
  image: { service: passthroughImageService() },
  integrations: [react()],
})
