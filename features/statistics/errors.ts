import { defineErrors } from '#kit/contract/errors.ts'

export const statisticsErrors = defineErrors('statistics', {
  not_broadcaster: 403,
  end_before_start: 422,
  in_future: 422,
  range_too_long: 422,
})
