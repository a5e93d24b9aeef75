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

/** State outside the form's inputs. */
interface Beside {
  /** A new picture; null removes it, undefined keeps it. */
  picture: File | null | undefined
  /** Undefined if not required. */
  consent: boolean | undefined
}

/** Submits the form. Emptied fields are sent, to clear their values. */
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
