import { defineConfig } from 'vite'

/** The player that other sites frame: a script and a style of its own, beside those of the web and with nothing of theirs. */
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
    rolldownOptions: { input: { embed: 'features/sharing/web/embed/main.ts' } },
  },
})
