import { defineConfig } from 'vite'

/** Bundles the server and its child processes for Node. Contains only our own sources; packages load from `node_modules`. */
export default defineConfig({
  publicDir: false,
  json: { namedExports: false },
  build: {
    ssr: true,
    rolldownOptions: { input: { main: 'server/main.ts', sandbox: 'server/sandbox.ts' } },
    outDir: 'dist/server',
    target: 'node22',
    // Stack traces stay readable, and start-up gains nothing.
    minify: false,
  },
})
