import { defineErrors } from '#kit/contract/errors.ts'

export const socialErrors = defineErrors('social', {
  own_not_followed: 422,
  not_public: 422,
  follow_limit: 422,
  not_followed: 422,
})
