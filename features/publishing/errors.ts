import { defineErrors } from '#kit/contract/errors.ts'

export const publishingErrors = defineErrors('publishing', {
  /** The address names no such thing of this site. */
  url_elsewhere: 422,
  /** It is in a channel of things that were shared: what is shared is what that came from. */
  shared_already: 403,
  /** A link or a video: one of both. */
  one_thing: 422,
})
