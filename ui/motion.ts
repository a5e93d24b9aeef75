const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

/** Durations in ms and easing of animations by script: the values of `--d-base`, `--d-slow` and `--ease` in tokens.css. */
export const baseMotion = { duration: 200, easing } as const
export const slowMotion = { duration: 250, easing } as const
