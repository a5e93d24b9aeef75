import { defineErrors } from '#kit/contract/errors.ts'

export const televisionErrors = defineErrors('television', {
  one_source: 422,
  owner_no_broadcaster: 422,
  country_unknown: 422,
  guide_unknown: 422,
  window_invalid: 422,
  not_watchable: 422,
  began_already: 422,
  reminder_limit: 422,
})
