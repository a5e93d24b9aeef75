import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { OperatorPage, OperatorPageParts } from '#features/accounts/web/OperatorPage.tsx'
import { operatorContract } from '../contract.ts'
import { UserDetails } from './UserDetails.tsx'
import { Notes } from './Notes.tsx'
import { Rights } from './Rights.tsx'
import { Sessions } from './Sessions.tsx'
import { t } from './texts.ts'
import { Warnings } from './Warnings.tsx'

/** A user as operators see them. Moderators see only the warnings. */
export function UserScreen({ id }: { id: string }) {
  const isOperator = useRead(accountsContract.getProfile, {}, { enabled: useSignedIn() }).data?.is_operator === true
  // Links moderators to the reports, because they have no list of users.
  const section = isOperator ? latePaths.operatorUsers() : latePaths.operatorReports()
  return (
    <OperatorPage section={section} title={t('user.title')} back={section} audience="moderator">
      <OperatorPageParts beside="columns">
        {isOperator && <OperatorUserParts id={id} />}
        <Warnings id={id} />
        {isOperator && <Notes id={id} />}
      </OperatorPageParts>
    </OperatorPage>
  )
}

function OperatorUserParts({ id }: { id: string }) {
  const read = useRead(operatorContract.getOperatedUser, { params: { id } })
  return (
    <LoadedContent read={read} failed={t('user.failed')} skeleton={<ListSkeleton label={t('user.loading')} />}>
      {(user) => (
        <>
          <Rights user={user} />
          <UserDetails user={user} />
          <Sessions user={user} />
        </>
      )}
    </LoadedContent>
  )
}
