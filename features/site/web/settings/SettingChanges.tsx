import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { useRead } from '#kit/web/read.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { operatorContract } from '#features/operator/contract.ts'
import { actName, changesOf, thingName } from '#features/operator/web/acts.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { formatMoment } from '../wall-time.ts'
import own from './settings.module.css'

const maxChanges = 10

/** The latest changes of settings, with their operators and times. */
export function SettingChanges() {
  const read = useRead(operatorContract.listAudit, { query: { thing_type: 'setting', limit: maxChanges } })
  return (
    <section className={css.card} aria-labelledby="changes">
      <h2 id="changes" className={css.title}>
        {t('settings.changes.title')}
      </h2>
      <LoadedContent read={read} failed={t('failed')} skeleton={<ListSkeleton label={t('loading')} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={css.quiet}>{t('settings.changes.none')}</p>
          ) : (
            <>
              <ol className={css.rows} aria-labelledby="changes">
                {data.map((entry) => {
                  const { id, act, actor_id: actor, actor_name: name, at, thing, before, after } = entry
                  return (
                    <li key={id} className={own.change}>
                      <span className={css.name}>{joinWithDots([thingName(thing), actName(act)])}</span>
                      {changesOf({ before, after }).map((line) => (
                        <span key={line} className={css.quiet}>
                          {line}
                        </span>
                      ))}
                      <span className={css.quiet}>
                        {t('pages.version_by', {
                          day: formatMoment(at),
                          name: actor === null && name === 'system' ? t('settings.changes.system') : name || t('nameless'),
                        })}
                      </span>
                    </li>
                  )
                })}
              </ol>
              <div className={css.buttons}>
                <ButtonLink size="s" href={latePaths.operatorAudit({ act: 'setting.changed' })}>
                  {t('settings.changes.all')}
                </ButtonLink>
              </div>
            </>
          )
        }
      </LoadedContent>
    </section>
  )
}
