import { useSignedIn } from '#kit/web/storage.ts'
import { lazily } from '#ui/lazily.ts'
import { GlobeHome } from './home/GlobeHome.tsx'

// Guests, who come first, fetch nothing of it.
const HeartHome = lazily(() => import('./home/HeartHome.tsx').then((module) => module.HeartHome))

/** The first screen: everybody's channels to a guest, one's own to a user. */
export const HomeScreen = () => (useSignedIn() ? <HeartHome /> : <GlobeHome />)
