import { defineErrors } from '#kit/contract/errors.ts'

export const televisionErrors = defineErrors('television', {
  one_source: 422,
  owner_no_broadcaster: 422,
  country_unknown: 422,
  guide_unknown: 422,
  import_over: 409,
  changed_meanwhile: 409,
  not_public: 422,
  promotion_limit: 422,
  window_invalid: 422,
  not_watchable: 422,
  began_already: 422,
  reminder_limit: 422,
  source_refused: 403,
  source_gone: 410,
  source_unplayable: 415,
  source_failed: 424,
})
