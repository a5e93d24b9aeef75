/** Detects the exporting product by structure, only to show its name. */

interface ProductForm {
  product: string
  /** Names of fields or columns that must all be present. */
  names: readonly string[]
}

/** Column headings in lower case, with spaces instead of underscores. */
const tableProducts: readonly ProductForm[] = [
  { product: 'Pocket', names: ['title', 'url', 'time added', 'status'] },
  { product: 'Raindrop.io', names: ['title', 'excerpt', 'url', 'folder', 'favorite'] },
  { product: 'Instapaper', names: ['url', 'title', 'selection', 'folder'] },
  { product: 'Readwise', names: ['title', 'url', 'document tags'] },
  { product: 'wallabag', names: ['title', 'url', 'mime type'] },
  { product: 'Omnivore', names: ['title', 'url', 'state', 'labels'] },
  { product: 'Matter', names: ['title', 'url', 'publisher', 'word count'] },
]
const jsonProducts: readonly ProductForm[] = [
  { product: 'NewPipe', names: ['app_version', 'subscriptions'] },
  { product: 'Piped', names: ['format', 'version', 'playlists'] },
  { product: 'Invidious', names: ['subscriptions', 'watch_history', 'preferences'] },
  { product: 'FreeTube', names: ['playlistName', 'videos'] },
  { product: 'FreeTube', names: ['_id', 'name', 'bgColor', 'subscriptions'] },
  { product: 'FreeTube', names: ['videoId', 'watchProgress'] },
  { product: 'Linkwarden', names: ['collections', 'name'] },
  { product: 'Karakeep', names: ['bookmarks'] },
  { product: 'wallabag', names: ['title', 'url', 'is_archived', 'domain_name'] },
  { product: 'Omnivore', names: ['title', 'url', 'slug', 'savedAt'] },
  { product: 'Pinboard', names: ['href', 'description', 'extended'] },
  { product: 'Raindrop.io', names: ['link', 'title', 'excerpt', 'collection'] },
  { product: 'Firefox', names: ['guid', 'typeCode', 'children'] },
  { product: 'Chrome', names: ['checksum', 'roots'] },
]

const findProduct = (forms: readonly ProductForm[], names: ReadonlySet<string>) =>
  forms.find((form) => form.names.every((name) => names.has(name)))?.product

export const detectTableProduct = (headings: readonly string[]): string | undefined => findProduct(tableProducts, new Set(headings))

/** @param value the whole document, or the first record of a list */
export function detectJsonProduct(value: unknown): string | undefined {
  const firstValue: unknown = Array.isArray(value) ? value[0] : value
  return typeof firstValue === 'object' && firstValue !== null ? findProduct(jsonProducts, new Set(Object.keys(firstValue))) : undefined
}

export const detectPageProduct = (text: string): string | undefined =>
  /<title>\s*Pocket Export\s*<\/title>/i.test(text.slice(0, 5000)) ? 'Pocket' : undefined
