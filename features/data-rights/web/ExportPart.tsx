import { locale } from '#kit/web/i18n.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { arrowLineDown } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { dataRightsContract, type Export } from '../contract.ts'
import { maxExportsPerDay } from '../rules.ts'
import css from './DataRightsScreen.module.css'
import { t } from './texts.ts'

/** Polling interval while an archive is being made, in ms. */
const refreshMs = 3000

/** Requests and downloads an archive of the user's data. */
export function ExportPart() {
  const read = useRead(dataRightsContract.getExport, {}, { isProvisional: ({ export: latest }) => latest?.state === 'waiting', refreshMs })
  const start = useChange(dataRightsContract.startExport)
  return (
    <section className={css.part} aria-labelledby="data-export">
      <h2 id="data-export" className={css.title}>
        {t('export.title')}
      </h2>
      <p className={css.text}>{t('export.text')}</p>
      <LoadedContent
        read={read}
        failed={t('export.not_loaded')}
        skeleton={
          <Skeleton label={t('export.title')}>
            <SkeletonBlock height={44} shape="card" />
          </Skeleton>
        }
      >
        {({ export: latest }) => (
          <>
            <LatestExport latest={latest} />
            {latest?.state !== 'waiting' && (
              <Button kind={latest?.state === 'done' ? 'line' : 'accent'} busy={start.isPending} onClick={() => start.mutate({})}>
                {t(latest ? 'export.again' : 'export.start')}
              </Button>
            )}
          </>
        )}
      </LoadedContent>
      {start.error && (
        <Alert>{start.error.status === 429 ? t('export.enough', { count: maxExportsPerDay }) : formErrors(start.error).message}</Alert>
      )}
    </section>
  )
}

function LatestExport({ latest }: { latest: Export | null }) {
  if (!latest) return null
  if (latest.state === 'waiting') return <Alert kind="note">{t('export.waiting')}</Alert>
  if (latest.url === null) return <Alert>{t('export.failed')}</Alert>
  return (
    <>
      <ButtonLink kind="accent" icon={arrowLineDown} href={latest.url} download>
        {t('export.download', { size: formatSize(latest.bytes ?? 0) })}
      </ButtonLink>
      {latest.expires_at !== null && <p className={css.quiet}>{t('export.until', { moment: formatMoment(latest.expires_at) })}</p>}
    </>
  )
}

/** Formats 1234567 as "1.2 MB". */
const formatSize = (bytes: number): string => {
  const [value, unit] = bytes >= 1e6 ? [bytes / 1e6, 'megabyte'] : [Math.max(1, bytes / 1e3), 'kilobyte']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
}
const formatMoment = (iso: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso))
