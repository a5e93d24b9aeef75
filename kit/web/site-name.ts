import { brand } from '#kit/contract/brand.ts'

/** The name of the site: the server writes it into each page. */
export const siteName = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content || brand
