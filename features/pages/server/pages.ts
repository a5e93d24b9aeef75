import { brand } from '#kit/contract/brand.ts'
import type { Page } from '#kit/server/http/pages.ts'
import { openingSizes } from '#features/channels/opening.ts'
import { channelsPages, preloadedPicture } from '#features/channels/server/pages.ts'
import { createPreview } from '#features/sharing/server/preview.ts'
import { tvPages } from '#features/tv-watching/server/pages.ts'
import { pagesContract } from '../contract.ts'
import { texts } from './texts.ts'

/** Embeds the introduction in the page of the public home, and preloads its picture. */
const withWelcome = ({ path, load }: Page): Page => ({
  path,
  async load(request, read) {
    const head = await load(request, read)
    const globe = head && (await read(pagesContract.globe, {}))
    if (!head || head.opening !== undefined) return head
    const opening = preloadedPicture(globe?.json().hero?.video.image, openingSizes.home)
    return { ...head, opening: opening && { ...opening, forGuests: true } }
  },
})

const policyPage = (path: string, name: 'terms' | 'privacy' | 'cookies'): Page => ({
  path,
  async load({ language }, read) {
    if (name === 'privacy') await read(pagesContract.contact, {})
    return {
      title: texts[language](`policies.${name}.title`),
      description: texts[language](`policies.${name}.description`, { brand }),
      indexed: true,
    }
  },
})

/** Pages whose metadata is in the HTML. */
export const pages: readonly Page[] = [
  ...channelsPages(createPreview).map(withWelcome),
  ...tvPages,
  policyPage('/terms', 'terms'),
  policyPage('/privacy', 'privacy'),
  policyPage('/cookies', 'cookies'),
  policyPage('/cookiesPolicy', 'cookies'),
]
