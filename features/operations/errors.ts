import { defineErrors } from '#kit/contract/errors.ts'

export const operationsErrors = defineErrors('operations', {
  /** Only failed jobs are retried. */
  not_failed: 409,
  /** The job has ended. */
  not_cancellable: 409,
})
