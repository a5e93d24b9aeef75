import { defineConfig } from 'vite'

/** The server as one bundle for Node: our own sources only, packages are loaded from `node_modules`. */
export default defineConfig({
  publicDir: false,
  json: { namedExports: false },
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    target: 'node20',
    // Stack traces stay readable, and start-up gains nothing.
    minify: false,
  },
})
