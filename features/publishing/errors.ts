import { defineErrors } from '#kit/contract/errors.ts'

export const publishingErrors = defineErrors('publishing', {
  /** The URL isn't that of the thing on this site. */
  url_elsewhere: 422,
  /** The thing is itself a direct share: share its source instead. */
  shared_already: 403,
  /** Requires either a link or a video. */
  one_thing: 422,
})
