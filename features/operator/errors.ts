import { defineErrors } from '#kit/contract/errors.ts'

export const operatorErrors = defineErrors('operator', {
  end_past: 422,
  /** Suspending, removing or demoting an operator requires revoking the role first. */
  is_operator: 409,
  /** The link of an appeal is wrong, used or expired. */
  appeal_void: 410,
  appeal_decided: 409,
})
