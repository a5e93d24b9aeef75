import { brand } from '#kit/contract/brand.ts'
import type { Page } from '#kit/server/http/pages.ts'
import { curationPages } from '#features/curation/server/pages.ts'
import { pagesContract } from '../contract.ts'
import { texts } from './texts.ts'

/** The words of the welcome travel with everybody's home, and with what leads there. */
const withWelcome = ({ path, load }: Page): Page => ({
  path,
  async load(request, read) {
    const head = await load(request, read)
    if (head) await read(pagesContract.globe, {})
    return head
  },
})

const policy = (path: string, name: 'terms' | 'privacy' | 'cookies'): Page => ({
  path,
  load: ({ language }) =>
    Promise.resolve({
      title: texts[language](`policies.${name}.title`),
      description: texts[language](`policies.${name}.description`, { brand }),
      indexed: true,
    }),
})

/** Every page that has something to say before it is opened. */
export const pages: readonly Page[] = [
  ...curationPages.map(withWelcome),
  policy('/terms', 'terms'),
  policy('/privacy', 'privacy'),
  policy('/cookies', 'cookies'),
  policy('/cookiesPolicy', 'cookies'),
]
