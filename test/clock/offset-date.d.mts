export const runOffsetMs: number
export const rereadMs: number
export function shiftDate(ms: number): void
