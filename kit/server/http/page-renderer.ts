import { readFileSync } from 'node:fs'
import { cutText } from '#kit/contract/cut-text.ts'
import { type Language, languages } from '#kit/contract/texts.ts'
import { type FirstData, firstDataBlock } from './first-data.ts'
import { isSecret } from './page-address.ts'
import { createNoticeInserter, type PageNotice } from './page-notice.ts'
import { escapeScriptJson } from './script-json.ts'
import { escapeMarkup } from '../xml.ts'

/** Metadata of a page for search engines, link previews and the tab. */
export interface PageHead {
  title: string
  description?: string
  /** Path of a picture on this site. */
  image?: string | null
  /** Size of that picture in pixels, if known. */
  imageSize?: { width: number; height: number }
  /** Open Graph type; default: `website`. */
  type?: string
  /** Canonical path below the language; default: the page's own path, without a query. */
  canonical?: string
  /** Structured data for search engines (schema.org), with absolute URLs. */
  facts?: (origin: string) => object
  /** Alternative formats: feeds, an embeddable player. */
  alternates?: (origin: string) => readonly { type: string; title: string; path: string }[]
  /** False: excluded from search engines. */
  indexed: boolean
  /** The screen's first picture, loaded in parallel with the code that shows it. */
  opening?: PreloadedPicture | null
}

export interface PreloadedPicture {
  /** The same values as on the screen, because the browser reuses a preloaded picture only then. */
  srcset: string
  sizes: string
  /** Only for guests, as users see another screen at this URL: `web/before-paint.js` preloads it if no user is logged in. */
  forGuests?: boolean
}

/** The site's settings that operators can change at runtime. */
export interface PageSite {
  name: string
  notice: PageNotice | null
}

export interface PageRendererOptions {
  /** The built `index.html`, in English. */
  template: string
  /** Public origin of the site. */
  publicUrl: string
  /** The product's name. A page with this title gets the site's own name as its title. */
  brand: string
  descriptions: Readonly<Record<Language, string>>
  /** Text for browsers without scripts. */
  noScript: Readonly<Record<Language, string>>
}

/** Returns the name of a language in itself: "Nederlands". */
const nameOf = (language: Language) => new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

/** Maximum characters of a description in the head. */
const descriptionMaxLength = 300

/** Files of each screen, by the first segment of its path: `{ '/login': ['/assets/en/LoginScreen-….js', …] }`. */
type ScreenFiles = Readonly<Record<string, readonly string[]>>

/** The data block of the built `index.html` with the files of each screen. */
const screenFilesBlockPattern = /\s*<script type="application\/json" id="screen-files">(.*?)<\/script>/s

/** Returns a link that preloads a file of the screen, in parallel with the code that imports it. */
const linkTo = (file: string) =>
  file.endsWith('.css') ? `<link rel="stylesheet" href="${file}" crossorigin>` : `<link rel="modulepreload" href="${file}" crossorigin>`

/** Returns a preload link. A link without `rel` is inactive until a script sets it. */
const renderPreloadLink = ({ srcset, sizes, forGuests }: PreloadedPicture) =>
  `<link ${forGuests ? 'id="guest-opening"' : 'rel="preload"'} as="image" imagesrcset="${escapeMarkup(srcset)}" imagesizes="${sizes}" fetchpriority="high">`

/** The parts of a page that depend on the request. */
export interface PageContent {
  language: Language
  url: URL
  head: PageHead
  data?: FirstData
}

/** Renders the HTML of pages: the built `index.html` with the page's own head and first data. */
export function createPageRenderer(options: PageRendererOptions): (content: PageContent, site: PageSite) => string {
  const { template, publicUrl, brand, descriptions, noScript } = options
  const { page: built, ...notices } = createNoticeInserter(readFileSync(template, 'utf8'))
  const screens = JSON.parse(screenFilesBlockPattern.exec(built)?.[1] ?? '{}') as ScreenFiles
  const links = new Map(Object.entries(screens).map(([screen, files]) => [screen, files.map(linkTo).join('')]))
  const english = built.replace(screenFilesBlockPattern, '')
  // The built code contains the texts, so each language has a folder.
  const inLanguage = (code: string, language: Language) =>
    language === 'en' ? code : code.replaceAll('/assets/en/', `/assets/${language}/`)
  const html: Readonly<Record<Language, string>> = { en: english, nl: inLanguage(english, 'nl') }

  const tags = ({ head, language }: PageContent, requestedPath: string, site: string) => {
    const path = head.canonical ?? (head.indexed ? requestedPath.replace(/[?#].*/s, '') : requestedPath)
    const description = cutText(head.description || descriptions[language], descriptionMaxLength)
    const title = head.title === brand ? site : `${head.title} · ${site}`
    const meta = (name: string, value: string) =>
      `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeMarkup(value)}">`
    return [
      `<title>${escapeMarkup(title)}</title>`,
      meta('description', description),
      head.indexed ? '' : meta('robots', 'noindex'),
      meta('og:site_name', site),
      meta('og:type', head.type ?? 'website'),
      meta('og:title', head.title),
      meta('og:description', description),
      meta('og:url', `${publicUrl}/${language}${path}`),
      meta('og:locale', language === 'nl' ? 'nl_BE' : 'en_GB'),
      head.image
        ? meta('og:image', `${publicUrl}${head.image}`) + meta('twitter:card', 'summary_large_image')
        : meta('twitter:card', 'summary'),
      head.imageSize ? meta('og:image:width', `${head.imageSize.width}`) + meta('og:image:height', `${head.imageSize.height}`) : '',
      head.indexed ? `<link rel="canonical" href="${escapeMarkup(`${publicUrl}/${language}${path}`)}">` : '',
      ...(head.alternates?.(publicUrl) ?? []).map(
        ({ type, title, path }) =>
          `<link rel="alternate" type="${type}" title="${escapeMarkup(title)}" href="${escapeMarkup(`${publicUrl}${path}`)}">`,
      ),
      head.facts ? `<script type="application/ld+json">${escapeScriptJson(JSON.stringify(head.facts(publicUrl)))}</script>` : '',
      head.opening ? renderPreloadLink(head.opening) : '',
      `<link rel="manifest" href="/manifest.${language}.webmanifest">`,
      ...languages.map((other) => `<link rel="alternate" hreflang="${other}" href="${escapeMarkup(`${publicUrl}/${other}${path}`)}">`),
    ].join('')
  }

  /** Returns the fallback without scripts: title, requirement, and links to the other languages. */
  const noScriptHtml = ({ head, language }: PageContent, path: string) => {
    const others = languages
      .filter((other) => other !== language)
      .map((other) => `<p><a href="${escapeMarkup(`/${other}${path}`)}" hreflang="${other}" lang="${other}">${nameOf(other)}</a></p>`)
    return `<noscript><h1>${escapeMarkup(head.title)}</h1><p>${escapeMarkup(noScript[language])}</p>${others.join('')}</noscript>`
  }

  return (content, { name, notice }) => {
    const { language, url, data = [] } = content
    const path = isSecret(url) ? '/' : url.pathname.slice(language.length + 1) + url.search
    const screen = `/${url.pathname.split('/')[2] ?? ''}`
    return (
      html[language]
        .replace(/<html lang="\w+"/, `<html lang="${language}"`)
        .replace(/<title>.*?<\/title>/, () => tags(content, path, name))
        // Inserted after the common styles, so that the screen's styles override them.
        .replace('</head>', () => `${inLanguage(links.get(screen) ?? '', language)}${notices.styleOf(notice)}</head>`)
        .replace('<body>', () => `<body>${notices.markupOf(notice)}`)
        .replace('</body>', () => {
          const block = `<script type="application/json" id="first-data">${firstDataBlock(data)}</script>`
          return `${noScriptHtml(content, path)}${block}</body>`
        })
    )
  }
}
