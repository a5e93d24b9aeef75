import { defineConfig } from 'vite'

/** Pages with a script and a style of their own, beside those of the web and with nothing of theirs: the player that other sites frame, and the window that casts. */
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
    rolldownOptions: { input: { embed: 'features/sharing/web/embed/main.ts', cast: 'features/media/web/cast/main.ts' } },
  },
})
