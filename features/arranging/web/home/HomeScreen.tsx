import { useSignedIn } from '#kit/web/storage.ts'
import { lazily } from '#ui/lazily.ts'
import { PublicHome } from '#features/channels/web/PublicHome.tsx'

// In its own chunk, because guests don't need it.
const OwnHome = lazily(() => import('./OwnHome.tsx').then((module) => module.OwnHome))

/** The first screen: public channels for guests, the user's own channels for users. */
export const HomeScreen = () => (useSignedIn() ? <OwnHome /> : <PublicHome />)
