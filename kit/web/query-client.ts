import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#kit/contract/client.ts'

/** ms that an answer counts as fresh: going back to a page shows it without asking again. */
const fresh = 30_000

/** The cache of the page. A refusal is final; a read without an answer is tried twice more. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: fresh,
        retry: (failures, error) => failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
