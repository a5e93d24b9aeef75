import type { VideoCard } from '#features/curation/contract.ts'

const ours: readonly VideoCard['kind'][] = ['hls', 'dash', 'file']

/** Does our own player show it, with captions of ours? A service's frame has its own, and what only sounds has no place for them. */
export const playsHere = (kind: VideoCard['kind']): boolean => ours.includes(kind)
