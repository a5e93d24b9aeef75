import type { VideoCard } from '#features/channels/contract.ts'

const ownPlayerKinds: readonly VideoCard['kind'][] = ['hls', 'dash', 'file']

/** Whether the video plays in our player with captions. Providers' frames have captions of their own, and audio shows none. */
export const playsInOwnPlayer = (kind: VideoCard['kind']): boolean => ownPlayerKinds.includes(kind)
