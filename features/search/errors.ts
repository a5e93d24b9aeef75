import { defineErrors } from '#kit/contract/errors.ts'

export const searchErrors = defineErrors('search', { keyword_short: 422, too_many_followed: 422, not_followed: 422, unsearchable: 422 })
