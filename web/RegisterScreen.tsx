import { RegisterScreen as Register } from '#features/accounts/web/register/RegisterScreen.tsx'
import type { Search, searches } from '#shell/paths.ts'
import { VideoWall } from './entry-illustrations.tsx'

/** The registration screen, with public videos beside it. */
export const RegisterScreen = (given: Search<typeof searches.register>) => <Register {...given} illustration={<VideoWall />} />
