import { lazy } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { GlobeHome } from './home/GlobeHome.tsx'

// Guests, who come first, fetch nothing of it.
const HeartHome = lazy(() => import('./home/HeartHome.tsx').then((module) => ({ default: module.HeartHome })))

/** The product's front door: everybody's channels to a guest, one's own to a user. */
export const HomeScreen = () => (useSignedIn() ? <HeartHome /> : <GlobeHome />)
