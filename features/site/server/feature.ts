import { defineFeature } from '#kit/server/feature.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { siteContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { namesRoutes, type NamesTools } from './names-routes.ts'
import { welcomeRoutes, type WelcomeTools } from './welcome-routes.ts'
import { settingsRoutes, type SettingsTools } from './settings-routes.ts'

const routes = (tools: NamesTools & SettingsTools & WelcomeTools): Handlers<typeof siteContract> => ({
  ...settingsRoutes(tools),
  ...namesRoutes(tools),
  ...welcomeRoutes(tools),
})

export const siteFeature = defineFeature({
  name: 'site',
  summary: 'Settings, names and channels of the site, for operators',
  contract: siteContract,
  routes,
  texts: { en, nl },
})
