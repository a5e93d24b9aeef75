import { defineContract } from '#kit/contract/endpoint.ts'
import { namesEndpoints } from './contract/names.ts'
import { welcomeEndpoints } from './contract/welcome.ts'
import { settingsEndpoints } from './contract/settings.ts'

export const siteContract = defineContract({ ...settingsEndpoints, ...namesEndpoints, ...welcomeEndpoints })
