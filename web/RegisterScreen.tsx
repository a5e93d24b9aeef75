import { RegisterScreen as Register } from '#features/accounts/web/register/RegisterScreen.tsx'
import type { Search, searches } from '#shell/paths.ts'
import { VideoWall } from './entry-illustrations.tsx'

/** The way to an account, with what is on beside it. */
export const RegisterScreen = (given: Search<typeof searches.register>) => <Register {...given} illustration={<VideoWall />} />
