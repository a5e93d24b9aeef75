import { defineErrors } from '#kit/contract/errors.ts'

export const viewingErrors = defineErrors('television', {
  window_invalid: 422,
})
