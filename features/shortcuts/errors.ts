import { defineErrors } from '#kit/contract/errors.ts'

export const shortcutsErrors = defineErrors('shortcuts', { not_one_side: 422 })
