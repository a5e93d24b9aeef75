import type { VideoCard } from '#features/channels/contract.ts'

const ownKinds: readonly VideoCard['kind'][] = ['hls', 'dash', 'file']

/** Whether our player shows it, with captions. Providers' frames have their own; audio has no place for them. */
export const playsInOwnPlayer = (kind: VideoCard['kind']): boolean => ownKinds.includes(kind)
