import { useRead } from '#kit/web/read.ts'
import { RegisterScreen as Register } from '#features/accounts/web/register/RegisterScreen.tsx'
import { siteContract } from '#features/site/contract.ts'
import type { Search, searches } from '#shell/paths.ts'
import { VideoWall } from './entry-illustrations.tsx'

/** The registration screen, with public videos beside the form. */
export function RegisterScreen(search: Search<typeof searches.register>) {
  const { data, error } = useRead(siteContract.getSite, {})
  const registration = data
    ? { mode: data.registration, contact: data.contact }
    : error
      ? { mode: 'open' as const, contact: null }
      : undefined
  return <Register {...search} registration={registration} illustration={<VideoWall />} />
}
