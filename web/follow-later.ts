export { followConnection } from '#shell/offline.ts'
export { followUpdates } from '#shell/updates.ts'
