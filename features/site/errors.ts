import { defineErrors } from '#kit/contract/errors.ts'

export const siteErrors = defineErrors('site', {
  end_past: 422,
  end_too_far: 422,
  quota_above: 422,
  word_short: 422,
  words_limit: 422,
  nothing_to_take: 409,
  owner_left: 409,
  not_orphan: 409,
  one_recipient: 422,
  not_public: 422,
  defaults_changed: 409,
  welcome_changed: 409,
  end_before_start: 422,
  picture_unknown: 422,
  series_not_public: 422,
})
