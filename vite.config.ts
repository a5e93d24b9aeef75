import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { brand } from './kit/contract/brand.ts'
import { preloadHelper } from './vite/preload-plugin.ts'
import { forbidChunkCycles } from './vite/chunk-order.ts'
import { contractTables } from './vite/contract-tables.ts'
import { groups } from './vite/groups.ts'
import { fillTemplate } from './vite/fill.ts'
import { hashedName } from './vite/hashed-name.ts'
import { roundIcons } from './vite/icons.ts'
import { filesByLanguage, languageFolder, textsInPlace } from './vite/texts.ts'

/** Address of the server during development of the web. */
const server = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

/** The font file for western Europe, which every page needs. */
const isLetters = /grotesque-latin-wght-normal.*\.woff2$/

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

const isChunk = (file: Bundle[string]): file is Chunk => file.type === 'chunk'

/** Returns the chunk of a module. */
const chunkOf = (bundle: Bundle, module: string) =>
  Object.values(bundle)
    .filter(isChunk)
    .find(({ moduleIds }) => moduleIds.includes(resolve(module)))

/** Returns a chunk with its imports and their styles, without the files that every page loads. */
function filesOf(bundle: Bundle, chunk: Chunk, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName) || /\/(main|index|rolldown-runtime)-/.test(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunk.imports.map((name) => bundle[name]).filter((file) => file !== undefined && isChunk(file))
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])]
  return [`/${chunk.fileName}`, ...styles.map((name) => `/${name}`), ...imported.flatMap((one) => filesOf(bundle, one, seen))]
}

/** Returns the files of each screen, from `screen('/path', …, () => import('module')…` in the routes. */
function listScreens(bundle: Bundle): Record<string, string[]> {
  const routes = readFileSync('web/routes.tsx', 'utf8').matchAll(/screen\(\s*'([^']*)'[^(]*\(\)\s*=>\s*import\('([^']+)'\)/g)
  return Object.fromEntries(
    [...routes].map(([, path = '', module = '']) => {
      const chunk = chunkOf(bundle, module.replace(/^#/, '').replace(/^\.\//, 'web/'))
      if (!chunk) throw new Error(`No file has the screen ${module}`)
      return [path, filesOf(bundle, chunk)]
    }),
  )
}

/**
 * Adds the files that a page needs first: preloads of the font and the renderer, and the script `before-paint.js` as a hashed asset. One
 * data block contains the files of each screen, for which the server adds links. Another contains the files of the notice above pages.
 */
function firstPaint(): Plugin {
  let script = '/web/before-paint.js'
  let notice: string | undefined
  let letters: string | undefined
  let renderer: string | undefined
  let screens: string | undefined
  return {
    name: 'first-paint',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        screens = JSON.stringify(listScreens(bundle))
        // Removes comments and indentation. These files are too small for a minifier to be worthwhile.
        const emit = (name: string) => {
          const source = contents(`web/${name}`).replaceAll(/^\s*(\/\/.*\n)?/gm, '')
          const fileName = hashedName(name, source)
          this.emitFile({ type: 'asset', fileName, source })
          return `/${fileName}`
        }
        script = emit('before-paint.js')
        notice = JSON.stringify({ script: emit('notice.js'), style: emit('notice.css') })
        letters = Object.keys(bundle).find((name) => isLetters.test(name))
        renderer = Object.values(bundle).find((file) => isChunk(file) && file.name === 'renderer')?.fileName
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        ...(renderer
          ? [{ tag: 'link', attrs: { rel: 'modulepreload', href: `/${renderer}`, crossorigin: true }, injectTo: 'head' as const }]
          : []),
        { tag: 'script', attrs: { src: script }, injectTo: 'head' },
        ...(screens
          ? [{ tag: 'script', attrs: { type: 'application/json', id: 'screen-files' }, children: screens, injectTo: 'head' as const }]
          : []),
        ...(notice
          ? [{ tag: 'script', attrs: { type: 'application/json', id: 'notice-files' }, children: notice, injectTo: 'head' as const }]
          : []),
        ...(letters
          ? [
              {
                tag: 'link',
                attrs: { rel: 'preload', href: `/${letters}`, as: 'font', type: 'font/woff2', crossorigin: true },
                injectTo: 'head' as const,
              },
            ]
          : []),
      ],
    },
  }
}

/**
 * Adds a hint to the first files, most of whose code runs immediately. Browsers then compile it while it loads, instead of on the first
 * call.
 */
function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle).filter(isChunk))
          if (chunk.isEntry || ['renderer', 'landing'].includes(chunk.name)) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      },
    },
  }
}

const contents = (file: string) => readFileSync(file, 'utf8')

/**
 * Makes the site installable: a manifest per language, icons, the offline page, and the service worker with its list of files. Pages
 * contain their version, to detect a newer one.
 */
function installable(): Plugin {
  const dark = '#090a0e'
  let version = ''
  let tokens = ''
  return {
    name: 'installable',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return []
        tokens = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(html)?.[1] ?? ''
        version = createHash('sha256').update(Object.keys(bundle).toSorted().join()).digest('hex').slice(0, 12)
        return [{ tag: 'meta', attrs: { name: 'version', content: version }, injectTo: 'head' }]
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const emit = (name: string, source: string | Uint8Array) => {
          const fileName = hashedName(name, source)
          this.emitFile({ type: 'asset', fileName, source })
          return `/${fileName}`
        }
        if (!tokens) throw new Error('The tokens are in no file that every page has')
        const shared = {
          tokens,
          style: emit('offline.css', contents('web/offline/offline.css')),
          script: emit('offline.js', contents('web/offline/offline.js')),
        }
        const letters = Object.keys(bundle).find((name) => isLetters.test(name))
        const icon = (purpose: string, name: string) => (size: number) => ({
          src: emit(`${name}-${size}.png`, readFileSync(`web/icons/${name}-${size}.png`)),
          sizes: `${size}x${size}`,
          type: 'image/png',
          purpose,
        })
        const icons = [...[192, 512].map(icon('any', 'icon')), ...[192, 512].map(icon('maskable', 'maskable'))]
        const offlinePages: Record<string, string> = {}
        for (const language of ['en', 'nl']) {
          const { offline, maintenance } = JSON.parse(contents(`shell/locales/${language}.json`)) as {
            offline: Record<string, string>
            maintenance: { title: string; text: string }
          }
          const away = { awayTitle: maintenance.title, awayText: maintenance.text }
          const { head } = JSON.parse(contents(`features/channels/locales/${language}.json`)) as { head: { home_description: string } }
          const page = fillTemplate(contents('web/offline/offline.html'), { ...offline, ...away, ...shared, language, brand })
          offlinePages[language] = emit(`offline-${language}.html`, page)
          const manifest = {
            id: '/',
            name: brand,
            short_name: brand,
            description: head.home_description,
            lang: language,
            start_url: `/${language}/`,
            scope: '/',
            display: 'standalone',
            background_color: dark,
            theme_color: dark,
            categories: ['entertainment'],
            share_target: { action: `/${language}/watch-later`, method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
            icons,
          }
          this.emitFile({ type: 'asset', fileName: `manifest.${language}.webmanifest`, source: JSON.stringify(manifest) })
        }
        const worker = fillTemplate(contents('web/sw.js'), { version })
          .replace('{"offline":"pages"}', JSON.stringify(offlinePages))
          .replace('["offline files"]', JSON.stringify([...Object.values(shared), ...(letters ? [`/${letters}`] : [])]))
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker })
      },
    },
  }
}

export default defineConfig({
  plugins: [
    contractTables(),
    preloadHelper(),
    textsInPlace(),
    roundIcons(),
    react(),
    firstPaint(),
    forbidChunkCycles(),
    compileAhead(),
    installable(),
    filesByLanguage(),
  ],
  publicDir: 'web/public',
  json: { namedExports: false },
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    // The styles need `:has()`, `oklch()` and `color-mix()`.
    cssTarget: ['chrome111', 'firefox121', 'safari16.4'],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // No polyfill: browsers without `modulepreload` load a little later.
    modulePreload: {
      polyfill: false,
      // Every page has already loaded the renderer.
      resolveDependencies: (_, files) => files.filter((file) => !file.includes('/renderer-')),
    },
    rolldownOptions: {
      // Inlining constants would put icons that other files import into the first file a second time.
      optimization: { inlineConst: false },
      output: {
        // Short hashes suffice to distinguish builds (the bundler requires seven characters for scripts), and shorten the preload list of
        // `index`.
        entryFileNames: `${languageFolder('en')}[name]-[hash:7].js`,
        chunkFileNames: `${languageFolder('en')}[name]-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: { groups },
      },
    },
  },
  server: { proxy: Object.fromEntries(['/api', '/media', '/health'].map((path) => [path, { target: server, ws: true }])) },
})
