import { useSignedIn } from '#kit/web/storage.ts'
import { lazily } from '#ui/lazily.ts'
import { GlobeHome } from '#features/channels/web/GlobeHome.tsx'

// In its own chunk, because guests don't need it.
const HeartHome = lazily(() => import('./HeartHome.tsx').then((module) => module.HeartHome))

/** The first screen: public channels for guests, the user's own channels for users. */
export const HomeScreen = () => (useSignedIn() ? <HeartHome /> : <GlobeHome />)
