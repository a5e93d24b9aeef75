import { defineConfig } from 'vite'

/** Builds pages with their own script and style, independent of the web app: the embedded player and the casting window. */
export default defineConfig({
  publicDir: false,
  base: '/assets/embed/',
  build: {
    outDir: 'dist/web/assets/embed',
    assetsDir: '',
    assetsInlineLimit: 0,
    target: 'es2022',
    manifest: 'manifest.json',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { embed: 'features/sharing/web/embed/main.ts', cast: 'features/player/web/cast/main.ts' } },
  },
})
