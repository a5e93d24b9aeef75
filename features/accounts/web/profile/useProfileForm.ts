import type { ApiError } from '#kit/contract/client.ts'
import type { InputOf } from '#kit/contract/endpoint.ts'
import { useChange } from '#kit/web/change.ts'
import { accountsContract } from '../../contract.ts'

type Changes = InputOf<typeof accountsContract.updateProfile>['body']

export interface ProfileSaving {
  busy: boolean
  error: ApiError | null
  save: (fields: FormData, beside: Beside) => void
}

/** What the fields themselves don't hold. */
interface Beside {
  /** A new one, null to take it away, undefined to leave it. */
  picture: File | null | undefined
  /** Undefined when nobody's is needed. */
  consent: boolean | undefined
}

/** Sends what the form holds. An emptied field is sent as one: that takes its value away. */
export function useProfileForm(saved: () => void): ProfileSaving {
  const change = useChange(accountsContract.updateProfile)
  return {
    busy: change.isPending,
    error: change.error,
    save(fields, { picture, consent }) {
      const body = Object.fromEntries([...fields].filter(([, value]) => typeof value === 'string')) as Changes & object
      change.mutate(
        {
          body: {
            ...body,
            is_public: fields.has('is_public') ? 1 : 0,
            ...(consent !== undefined && { guardian_consent: consent }),
            ...(picture !== undefined && { profile_picture: picture ?? '' }),
          },
        },
        { onSuccess: saved },
      )
    },
  }
}
