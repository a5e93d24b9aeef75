import { defineErrors } from '#kit/contract/errors.ts'

export const reportsErrors = defineErrors('reports', {
  own_not_reported: 422,
  answered_already: 409,
  thing_gone: 409,
  changed_meanwhile: 409,
  opens_by_address: 409,
})
