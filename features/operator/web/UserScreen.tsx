import { useRead } from '#kit/web/use.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { operatorContract } from '../contract.ts'
import { Facts } from './Facts.tsx'
import { Notes } from './Notes.tsx'
import { Rights } from './Rights.tsx'
import { Sessions } from './Sessions.tsx'
import { t } from './texts.ts'
import { Warnings } from './Warnings.tsx'

/** A user as operators see them; moderators see the warnings. */
export const UserScreen = ({ id }: { id: string }) => (
  <OperatorPage section={latePaths.operatorUsers()} title={t('user.title')} back={latePaths.operatorUsers()} audience="moderator">
    <User id={id} />
  </OperatorPage>
)

function User({ id }: { id: string }) {
  const isOperator = useRead(accountsContract.getProfile, {}).data?.is_operator === true
  return (
    <>
      {isOperator && <Operated id={id} />}
      <Warnings id={id} />
      {isOperator && <Notes id={id} />}
    </>
  )
}

function Operated({ id }: { id: string }) {
  const read = useRead(operatorContract.getOperatedUser, { params: { id } })
  return (
    <Loaded read={read} failed={t('user.failed')} skeleton={<ListSkeleton label={t('user.loading')} />}>
      {(user) => (
        <>
          <Rights user={user} />
          <Facts user={user} />
          <Sessions user={user} />
        </>
      )}
    </Loaded>
  )
}
