import { LoginScreen as Login } from '#features/accounts/web/login/LoginScreen.tsx'
import type { Search, searches } from '#shell/paths.ts'
import { ChannelOrbits } from './entry-illustrations.tsx'

/** The login, with the channels that are on beside it. */
export const LoginScreen = (given: Search<typeof searches.login>) => <Login {...given} illustration={<ChannelOrbits />} />
