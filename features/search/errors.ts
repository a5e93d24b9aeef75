import { defineErrors } from '#kit/contract/errors.ts'

export const searchErrors = defineErrors('search', { keyword_short: 422 })
