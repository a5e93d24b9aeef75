import { defineErrors } from '#kit/contract/errors.ts'

export const tvSourcesErrors = defineErrors('tv-sources', {
  one_source: 422,
  owner_no_broadcaster: 422,
  country_unknown: 422,
  guide_unknown: 422,
  import_over: 409,
  changed_meanwhile: 409,
  not_public: 422,
  promotion_limit: 422,
})
