/** Whether the user prefers reduced motion. */
export const isMotionReduced = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches
