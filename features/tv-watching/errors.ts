import { defineErrors } from '#kit/contract/errors.ts'

export const tvWatchingErrors = defineErrors('tv-watching', {
  not_watchable: 422,
  source_refused: 403,
  source_gone: 410,
  source_unplayable: 415,
  source_failed: 424,
})
