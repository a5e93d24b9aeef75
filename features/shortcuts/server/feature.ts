import { defineFeature } from '#kit/server/feature.ts'
import { shortcutsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { shortcutsPersonalData } from './queries/personal-data.ts'
import { shortcutsRoutes } from './routes.ts'

export const shortcutsFeature = defineFeature({
  name: 'shortcuts',
  summary: 'Packages in the bar',
  contract: shortcutsContract,
  routes: shortcutsRoutes,
  personalData: shortcutsPersonalData,
  texts: { en, nl },
})
