import type { SubjectOf } from '#shell/subjects.ts'
import css from './Activity.module.css'
import { ActivityList } from './ActivityList.tsx'
import { t } from './texts.ts'

/** The activity on a team's page. */
export const ActivitySection = ({ subject: { id, team } }: { subject: SubjectOf<'team'> }) =>
  team.is_pending ? null : (
    <section className={css.section} aria-labelledby="activity">
      <h2 id="activity" className={css.title}>
        {t('title')}
      </h2>
      <p className={css.quiet}>{t('about')}</p>
      <ActivityList teamId={id} />
    </section>
  )
