import type { Page } from '#kit/server/http/pages.ts'
import { texts } from '#features/accounts/server/texts.ts'
import { siteContract } from '../contract.ts'

/** Pages whose HTML contains data. The registration page needs to know whether users may register. */
export const sitePages: readonly Page[] = [
  {
    path: '/register',
    async load({ language }, read) {
      await read(siteContract.getSite, {})
      return { title: texts[language]('register.title'), indexed: false }
    },
  },
]
