import { LoginScreen as Login } from '#features/accounts/web/login/LoginScreen.tsx'
import { ChannelOrbits } from './showcases.tsx'

/** The login, with the channels that are on beside it. */
export const LoginScreen = () => <Login showcase={<ChannelOrbits />} />
