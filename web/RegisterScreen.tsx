import { RegisterScreen as Register } from '#features/accounts/web/register/RegisterScreen.tsx'
import type { Search, searches } from '#shell/paths.ts'
import { VideoWall } from './showcases.tsx'

/** The way to an account, with what is on beside it. */
export const RegisterScreen = (given: Search<typeof searches.register>) => <Register {...given} showcase={<VideoWall />} />
