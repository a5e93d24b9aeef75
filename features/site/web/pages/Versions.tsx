import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { useChange } from '#kit/web/change.ts'
import { Button } from '#ui/Button.tsx'
import { arrowCounterClockwise } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import { siteContract } from '../../contract.ts'
import type { Welcome } from '../../contract/welcome.ts'
import type { welcomePages } from '../../rules.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { formatMoment } from '../wall-time.ts'
import { versionState, type Version } from './fields.ts'

interface VersionsProps {
  page: (typeof welcomePages)[number]
  welcome: Welcome
  /** Copies a version into the form. */
  onEdit: (version: Version) => void
  onUndone: () => void
}

/** The draft and published versions, latest first. Operators can undo the last publication, and edit any version again. */
export function Versions({ page, welcome: { version, versions }, onEdit, onUndone }: VersionsProps) {
  const undo = useChange(siteContract.undoWelcome)
  const confirmAndUndo = () =>
    undo.mutate(
      { params: { page }, body: { version } },
      {
        onSuccess() {
          onUndone()
          toast(t('pages.undone'))
        },
        onError: ({ message }) => toast(message, { warning: true }),
      },
    )
  return (
    <section className={css.card} aria-labelledby="versions">
      <h2 id="versions" className={css.title}>
        {t('pages.versions')}
      </h2>
      {versions.some(({ state }) => state === 'published') && (
        <div className={css.buttons}>
          <Button size="s" kind="line" icon={arrowCounterClockwise} busy={undo.isPending} onClick={confirmAndUndo}>
            {t('pages.undo')}
          </Button>
        </div>
      )}
      {versions.length === 0 ? (
        <p className={css.quiet}>{t('pages.versions_none')}</p>
      ) : (
        <ol className={css.rows} aria-labelledby="versions">
          {versions.map((version) => (
            <VersionRow key={version.version} version={version} onEdit={() => onEdit(version)} />
          ))}
        </ol>
      )}
    </section>
  )
}

function VersionRow({ version, onEdit }: { version: Version; onEdit: () => void }) {
  const { content, starts_at: from, ends_at: until, saved_at: at, saved_by: savedBy } = version
  const day = formatMoment(at)
  return (
    <li className={css.row}>
      <div className={css.words}>
        <bdi className={css.name}>{content?.en.title ?? t('pages.version_own')}</bdi>
        <span className={css.quiet}>
          {joinWithDots([
            t(`pages.state.${versionState(version)}`),
            from !== null && t('pages.version_from', { day: formatMoment(from) }),
            until !== null && t('pages.version_until', { day: formatMoment(until) }),
            t('pages.version_by', { day, name: savedBy ?? t('nameless') }),
          ])}
        </span>
      </div>
      <Button size="s" aria-label={t('pages.use_named', { day })} onClick={onEdit}>
        {t('pages.use')}
      </Button>
    </li>
  )
}
