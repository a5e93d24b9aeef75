import { createContext, type ReactNode, use } from 'react'

/** The views that are explained to whoever is new to them. */
export type WelcomeView = 'globe' | 'heart' | 'tv' | 'user' | 'directPublish' | 'watchLater'

/** What explains a view. Who draws that knows all features, so the routes bring it in. */
export const WelcomeContext = createContext<(view: WelcomeView) => ReactNode>(() => null)

/** The place on a screen where its view is explained, until one hides that for good. */
export const WelcomePlace = ({ view }: { view: WelcomeView }) => use(WelcomeContext)(view)
