import { accountsContract } from '#features/accounts/contract.ts'
import { useChange } from '#kit/web/change.ts'
import { storage, useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toasts.ts'
import { teamsContract } from '../../contract.ts'
import { t } from '../texts.ts'
import { Message } from './Message.tsx'
import type { LinkDestination } from './link-destination.ts'

interface StepDownDialogProps extends CloseProps<LinkDestination> {
  /** Id of the admin who was asked. */
  user: string
  /** The team's id. */
  team: string
  /** Name of the admin who asked, from the address. */
  admin: string
}

/** Asks an admin to give up the role, as another admin requested. */
export function StepDownDialog({ user, close, ...request }: StepDownDialogProps) {
  const signedIn = useSignedIn()
  const profile = useRead(accountsContract.getProfile, {}, { enabled: signedIn })
  return (
    <Dialog title={t('derank.title')} width="s">
      {!signedIn ? (
        <Message text={t('derank.guest')}>
          <Button kind="accent" onClick={() => close({ logIn: '' })}>
            {t('request.log_in')}
          </Button>
        </Message>
      ) : (
        <LoadedContent read={profile} failed={t('team.failed')} skeleton={<StepDownSkeleton />}>
          {({ id, email }) =>
            id === user ? (
              <StepDownQuestion user={user} close={close} {...request} />
            ) : (
              <Message text={t('derank.another', { mine: email })}>
                <Button onClick={() => close('teams')}>{t('request.teams')}</Button>
                <Button kind="accent" onClick={() => close({ logIn: '' })}>
                  {t('derank.switch')}
                </Button>
              </Message>
            )
          }
        </LoadedContent>
      )}
    </Dialog>
  )
}

function StepDownQuestion({ user, team: id, admin, close }: StepDownDialogProps) {
  const read = useRead(teamsContract.getTeam, { params: { id } })
  const change = useChange(teamsContract.answerDerank)

  const answer = (isApproved: boolean, team: string) =>
    change.mutate(
      { params: { id }, body: { user_id: user, is_approved: isApproved } },
      {
        onSuccess: () => {
          storage.remove('account_mode', 'team_id')
          toast(t(isApproved ? 'derank.accepted' : 'derank.declined', { team }))
          close('home')
        },
      },
    )
  const isAccepting = change.isPending && change.variables?.body?.is_approved === true
  const isDeclining = change.isPending && !isAccepting

  if (read.error?.status === 404)
    return (
      <Message text={t('derank.gone')}>
        <Button kind="accent" onClick={() => close('teams')}>
          {t('request.teams')}
        </Button>
      </Message>
    )
  return (
    <LoadedContent read={read} failed={t('team.failed')} skeleton={<StepDownSkeleton />}>
      {({ name, users }) => {
        const isAsked = users.some((member) => member.id === user && member.is_admin_asked)
        // Shows the buttons until the dialog closes, although the answer has already ended the request.
        return isAsked || change.isPending || change.isSuccess ? (
          <Message text={t('derank.text', { admin, team: name })} error={change.error}>
            <Button busy={isDeclining} disabled={isAccepting} onClick={() => answer(false, name)}>
              {t('derank.decline')}
            </Button>
            <Button kind="accent" busy={isAccepting} disabled={isDeclining} onClick={() => answer(true, name)}>
              {t('derank.accept')}
            </Button>
          </Message>
        ) : (
          <Message text={t('errors.not_asked')}>
            <Button kind="accent" onClick={() => close('team')}>
              {t('request.open_team')}
            </Button>
          </Message>
        )
      }}
    </LoadedContent>
  )
}

const StepDownSkeleton = () => (
  <Skeleton label={t('team.loading')}>
    <SkeletonBlock height={96} shape="card" />
  </Skeleton>
)
