import type { ReactNode } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { cx } from '#ui/cx.ts'
import { RevealInOrder } from '#ui/RevealInOrder.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { NotFoundScreen } from '#shell/NotFoundScreen.tsx'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import { useDesktop } from '#shell/useDesktop.ts'
import { accountsContract } from '../contract.ts'
import type { SectionAudience } from './OperatorSection.tsx'
import { OperatorSections } from './OperatorSections.tsx'
import css from './OperatorPage.module.css'
import { t } from './texts.ts'

interface OperatorPageProps {
  /** Path of the section's `OperatorSection`; null: the list of sections. */
  section: string | null
  title: string
  /** Where the back button leads if the user opened this page first; default: the list of sections. */
  back?: string
  /** The users who may see the page. For other users, the page doesn't exist. */
  audience?: SectionAudience
  children?: ReactNode
}

/** A page of the operator's console. The sections are in a side rail on desktop, in a list at `/operator` on phones. */
export function OperatorPage({ section, title, back, audience = 'operator', children }: OperatorPageProps) {
  const signedIn = useSignedIn()
  const isDesktop = useDesktop()
  const profile = useRead(accountsContract.getProfile, {}, { enabled: signedIn })
  const { is_operator: isOperator, is_moderator: isModerator } = profile.data ?? {}
  const isAllowed = isOperator || (audience === 'moderator' && isModerator)
  if (signedIn && profile.data && !isAllowed) return <NotFoundScreen />
  const behind = back ?? (section === null || isDesktop ? undefined : latePaths.operator())
  const leading = behind === undefined ? {} : { back: behind }
  const hasRail = isDesktop || section === null
  const isFramed = isDesktop && section !== null
  return (
    <PersonalScreen title={title} login={t('console.login')} measure="wall" {...leading}>
      <LoadedContent read={profile} failed={t('console.failed')} skeleton={<PageSkeleton isFramed={isFramed} />}>
        {() => (
          <div className={cx(isFramed && css.frame)}>
            {hasRail && <OperatorSections current={section} isOperator={isOperator === true} isRail={isFramed} />}
            {section !== null && <div className={css.content}>{children}</div>}
          </div>
        )}
      </LoadedContent>
    </PersonalScreen>
  )
}

/** Shows a skeleton instead of the content while the profile loads. */
const PageSkeleton = ({ isFramed }: { isFramed: boolean }) => (
  <div className={cx(isFramed && css.frame)}>
    <div className={css.content}>
      <ListSkeleton label={t('console.loading')} rows={6} height={56} />
    </div>
  </div>
)

/**
 * Parts of a page, one below the other. A part appears only when all parts above it have loaded.
 * @param beside where there is room: `columns` puts the parts beside each other, `aside` the first part at the end of the others' lines
 */
export const OperatorPageParts = ({ beside, children }: { beside?: 'columns' | 'aside'; children: ReactNode }) => (
  <RevealInOrder className={cx(css.content, beside && css[beside])}>{children}</RevealInOrder>
)
