import { defineErrors } from '#kit/contract/errors.ts'

export const dataRightsErrors = defineErrors('data-rights', {
  deletion_begun: 409,
  import_missing: 422,
  import_too_large: 422,
  import_unreadable: 422,
  import_empty: 422,
  import_choice: 422,
  import_pictures_wait: 422,
})
