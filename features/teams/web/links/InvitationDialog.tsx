import { accountsContract } from '#features/accounts/contract.ts'
import { useChange } from '#kit/web/change.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { announce, toast } from '#ui/toasts.ts'
import { type Invitation, teamsContract } from '../../contract.ts'
import type { InvitationState } from '../../rules.ts'
import { t } from '../texts.ts'
import { Message } from './Message.tsx'
import type { LinkDestination } from './link-destination.ts'

interface RequestDialogProps extends CloseProps<LinkDestination> {
  /** The team's id. */
  team: string
  /** The team's name from the URL, shown until the invitation has loaded. */
  name: string
  /** The code from the emailed link. */
  code: string | undefined
}

const useInvitationResponse = () => useChange(teamsContract.answerInvitation)

/** An invitation to a team, opened from an emailed link. The user can accept or decline, or reads why that is impossible. */
export function InvitationDialog({ team, name, code, close }: RequestDialogProps) {
  const signedIn = useSignedIn()
  // Without a code, only the invited user can read the invitation.
  const isReadable = signedIn || code !== undefined
  const read = useRead(teamsContract.getInvitation, { params: { id: team }, query: { code } }, { enabled: isReadable })
  const answer = useInvitationResponse()
  const isMissing = read.error?.status === 404

  const send = ({ team_name: title }: Invitation, isRejected: boolean) =>
    answer.mutate(
      { params: { id: team }, body: { is_rejected: isRejected, code } },
      {
        onSuccess: () => {
          // Shows no toast after joining, because a toast would cover the team's page, which shows that the user has joined.
          if (isRejected) toast(t('invitations.declined', { name: title }))
          else announce(t('invitations.accepted', { name: title }))
          close(isRejected ? 'settings' : 'team')
        },
      },
    )

  return (
    <Dialog title={t('request.title', { name: read.data?.team_name ?? name })} width="s">
      {!isReadable ? (
        <GuestStep close={close} />
      ) : isMissing ? (
        <DoneStep text={t('request.missing')} close={close} />
      ) : (
        <LoadedContent read={read} failed={t('request.failed')} skeleton={<RequestSkeleton />}>
          {(invitation) => {
            // Keeps the buttons until the dialog closes, although answering changes the state earlier.
            const state = answer.isPending || answer.isSuccess ? 'open' : invitation.state
            if (state !== 'open')
              return <DoneStep text={stateTexts[state]()} canOpenTeam={state === 'accepted' && invitation.is_yours} close={close} />
            if (!signedIn) return <GuestStep invitation={invitation} code={code} close={close} />
            if (!invitation.is_yours) return <OtherUserStep invitation={invitation} close={close} />
            return <InvitationAnswer invitation={invitation} answer={answer} send={(isRejected) => send(invitation, isRejected)} />
          }}
        </LoadedContent>
      )}
    </Dialog>
  )
}

interface AnswerProps {
  invitation: Invitation
  answer: Pick<ReturnType<typeof useInvitationResponse>, 'isPending' | 'error' | 'variables'>
  send: (isRejected: boolean) => void
}

function InvitationAnswer({ invitation, answer: { isPending, error, variables }, send }: AnswerProps) {
  const isDeclining = isPending && variables?.body?.is_rejected === true
  const isAccepting = isPending && !isDeclining
  return (
    <Message text={t('request.text', { name: invitation.team_name })} error={error}>
      <Button busy={isDeclining} disabled={isAccepting} onClick={() => send(true)}>
        {t('invitations.decline')}
      </Button>
      <Button kind="accent" busy={isAccepting} disabled={isDeclining} onClick={() => send(false)}>
        {t('invitations.accept')}
      </Button>
    </Message>
  )
}

function OtherUserStep({ invitation: { email }, close }: CloseProps<LinkDestination> & { invitation: Invitation }) {
  const profile = useRead(accountsContract.getProfile, {})
  return (
    <Message text={profile.data && t('request.another', { email, mine: profile.data.email })}>
      <Button onClick={() => close('teams')}>{t('request.teams')}</Button>
      <Button kind="accent" onClick={() => close({ logIn: email })}>
        {t('request.switch', { email })}
      </Button>
    </Message>
  )
}

/** Asks guests to log in and come back, or to create an account, which also accepts an invitation from an emailed link. */
function GuestStep({ invitation, code, close }: CloseProps<LinkDestination> & { invitation?: Invitation; code?: string | undefined }) {
  const register = (): LinkDestination =>
    invitation && code !== undefined ? { join: { email: invitation.email, code, team: invitation.team_name } } : 'register'
  return (
    <Message text={invitation ? t('request.guest_named', { email: invitation.email }) : t('request.guest')}>
      <Button onClick={() => close(register())}>{t('request.register')}</Button>
      <Button kind="accent" onClick={() => close({ logIn: invitation?.email ?? '' })}>
        {t('request.log_in')}
      </Button>
    </Message>
  )
}

const stateTexts: Record<Exclude<InvitationState, 'open'>, () => string> = {
  accepted: () => t('request.accepted'),
  declined: () => t('request.declined'),
  expired: () => t('errors.invitation_expired'),
  removed: () => t('errors.invitation_removed'),
}

/** Shows an invitation that can't be answered. @param canOpenTeam whether the user can open the team */
const DoneStep = ({ text, canOpenTeam = false, close }: CloseProps<LinkDestination> & { text: string; canOpenTeam?: boolean }) => (
  <Message text={text}>
    <Button kind="accent" onClick={() => close(canOpenTeam ? 'team' : 'teams')}>
      {t(canOpenTeam ? 'request.open_team' : 'request.teams')}
    </Button>
  </Message>
)

const RequestSkeleton = () => (
  <Skeleton label={t('request.loading')}>
    <SkeletonBlock height={96} shape="card" />
  </Skeleton>
)
