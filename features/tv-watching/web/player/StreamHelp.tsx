import { Button } from '#ui/Button.tsx'
import { arrowSquareOut, flagBanner } from '#ui/icons.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { actForUser } from '#shell/act-for-user.ts'
import { openExternally } from '../external.ts'
import { t } from '../texts.ts'
import css from './StreamHelp.module.css'

/** Help for a TV channel that doesn't play: opens the stream in another player, or reports it. */
export function StreamHelp({ subject }: { subject: SubjectOf<'channel'> | SubjectOf<'epg'> }) {
  return (
    <div className={css.help}>
      {subject.tv.liveStreamUrl !== null && (
        <>
          <Button size="s" icon={arrowSquareOut} onClick={() => void openExternally(subject)}>
            {t('external.open')}
          </Button>
          <p className={css.about}>{t('external.about')}</p>
        </>
      )}
      <Button
        kind="text"
        size="s"
        icon={flagBanner}
        onClick={() => void actForUser(subject.type === 'channel' ? 'channel.report' : 'epg.report', subject)}
      >
        {t('external.report')}
      </Button>
    </div>
  )
}
