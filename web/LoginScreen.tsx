import { useRead } from '#kit/web/read.ts'
import { LoginScreen as Login } from '#features/accounts/web/login/LoginScreen.tsx'
import { guideContract } from '#features/guide/contract.ts'
import { paths, type Search, type searches } from '#shell/paths.ts'
import { useDesktop } from '#shell/useDesktop.ts'
import { ChannelOrbits } from './entry-illustrations.tsx'

/** The login screen, with public channels beside the form. On wide windows, logging in leads to TV if there are TV channels. */
export function LoginScreen(search: Search<typeof searches.login>) {
  const onDesktop = useDesktop()
  const { data: tv } = useRead(guideContract.listTvChannels, { query: { limit: 1 } }, { enabled: onDesktop })
  const start = onDesktop && tv && tv.data.length > 0 ? paths.channels() : paths.home()
  return <Login {...search} illustration={<ChannelOrbits />} start={start} />
}
