import { defineErrors } from '#kit/contract/errors.ts'

export const guideErrors = defineErrors('guide', {
  window_invalid: 422,
  began_already: 422,
  reminder_limit: 422,
})
