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
export const PersonScreen = ({ id }: { id: string }) => (
  <OperatorPage section={latePaths.operatorPeople()} title={t('person.title')} back={latePaths.operatorPeople()} audience="moderator">
    <Person id={id} />
  </OperatorPage>
)

function Person({ id }: { id: string }) {
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
    <Loaded read={read} failed={t('person.failed')} skeleton={<ListSkeleton label={t('person.loading')} />}>
      {(person) => (
        <>
          <Rights person={person} />
          <Facts person={person} />
          <Sessions person={person} />
        </>
      )}
    </Loaded>
  )
}
