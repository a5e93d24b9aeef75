import { defineErrors } from '#kit/contract/errors.ts'

export const publishingErrors = defineErrors('publishing', {
  /** The URL leads to another thing on this site, or is no link. */
  url_elsewhere: 422,
  /** The thing is itself shared in Direct Share. Its source must be shared instead. */
  shared_already: 403,
  /** The call needs a link or a video, not both. */
  one_thing: 422,
})
