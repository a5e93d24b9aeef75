import type { Page } from '#kit/server/http/pages.ts'
import { translator } from '#kit/contract/texts.ts'
import en from '#features/accounts/locales/en.json' with { type: 'json' }
import nl from '#features/accounts/locales/nl.json' with { type: 'json' }
import { siteContract } from '../contract.ts'

const titles = { en: translator(en, 'en')('register.title'), nl: translator(nl, 'nl')('register.title') }

/** The registration page knows whether users may register. */
export const sitePages: readonly Page[] = [
  {
    path: '/register',
    async load({ language }, read) {
      await read(siteContract.getSite, {})
      return { title: titles[language], indexed: false }
    },
  },
]
