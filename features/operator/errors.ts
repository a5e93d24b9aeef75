import { defineErrors } from '#kit/contract/errors.ts'

export const operatorErrors = defineErrors('operator', {
  end_past: 422,
  /** The link of the appeal is invalid, used or expired. */
  appeal_void: 410,
  appeal_decided: 409,
  already_suspended: 409,
})
