import { defineFeature } from '#kit/server/feature.ts'
import type { Db } from '#kit/server/db/db.ts'
import { shortcutsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { listShortcuts } from './queries/shortcuts.ts'
import { shortcutsRoutes } from './routes.ts'

export const shortcutsFeature = defineFeature({
  name: 'shortcuts',
  summary: 'Packages in the bar',
  contract: shortcutsContract,
  routes: shortcutsRoutes,
  personalData: {
    exports: {
      shortcuts: async (db: Db, userId: string) =>
        (await listShortcuts(db, userId, 'en')).map(({ name, is_left, position }) => ({ package: name, is_left, position })),
    },
  },
  texts: { en, nl },
})
