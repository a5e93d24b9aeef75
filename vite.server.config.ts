import { defineConfig } from 'vite'

/** The server, and what its child processes run, as bundles for Node: our own sources only, packages are loaded from `node_modules`. */
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
