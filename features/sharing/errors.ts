import { defineErrors } from '#kit/contract/errors.ts'

export const sharingErrors = defineErrors('sharing', { not_shareable: 422 })
