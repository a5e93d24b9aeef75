import { GlobeHome } from './home/GlobeHome.tsx'

/** The product's front door. */
export const HomeScreen = () => <GlobeHome />
