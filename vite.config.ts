import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/** Where the server of the product listens while the web is developed. */
const server = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

/**
 * What the page needs at once and the bundler does not put there: the letters are fetched with the styles and not after
 * them, and `before-paint.js` becomes a hashed asset that knows where the texts of each language are.
 */
function firstPaint(): Plugin {
  let script = '/web/before-paint.js'
  let letters: string | undefined
  return {
    name: 'first-paint',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const files = Object.values(bundle)
        const textsOf = (lang: string) => {
          const chunk = files.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/web/texts.${lang}.ts`))
          if (!chunk) throw new Error(`The texts of ${lang} are in no chunk of their own`)
          return `/${chunk.fileName}`
        }
        const source = readFileSync('web/before-paint.js', 'utf8').replace('__TEXTS_EN__', textsOf('en')).replace('__TEXTS_NL__', textsOf('nl'))
        const fileName = `assets/before-paint-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
        this.emitFile({ type: 'asset', fileName, source })
        script = `/${fileName}`
        letters = files.find((file) => /grotesque-latin-(opsz|wght)-normal.*\.woff2$/.test(file.fileName))?.fileName
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'script', attrs: { src: script }, injectTo: 'head' },
        ...(letters
          ? [{ tag: 'link', attrs: { rel: 'preload', href: `/${letters}`, as: 'font', type: 'font/woff2', crossorigin: true }, injectTo: 'head' as const }]
          : []),
      ],
    },
  }
}

/** Is a module needed by the first screen, whatever that is? What is imported from `main.tsx` without waiting. */
function isFirst(id: string, infoOf: (id: string) => Rolldown.ModuleInfo | null, seen = new Set<string>()): boolean {
  if (id.endsWith('/web/main.tsx')) return true
  if (seen.has(id)) return false
  seen.add(id)
  return infoOf(id)?.importers.some((importer) => isFirst(importer, infoOf, seen)) ?? false
}

export default defineConfig({
  plugins: [react(), firstPaint()],
  publicDir: false,
  json: { namedExports: false },
  build: { outDir: 'dist/web', target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // One file for what every visitor needs, instead of a dozen that follow each other.
        codeSplitting: { groups: [{ debugName: 'main', name: (id, build) => (isFirst(id, (one) => build.getModuleInfo(one)) ? 'main' : null) }] },
      },
    },
  },
  server: { proxy: Object.fromEntries(['/api', '/media', '/health'].map((path) => [path, { target: server }])) },
})
