import type { ApiError } from '#kit/contract/client.ts'
import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { formatNumber } from '#kit/web/format.ts'
import { formatAgo } from '#kit/web/format-date.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { cx } from '#ui/cx.ts'
import { openDialog } from '#ui/dialogs.ts'
import { FileButton } from '#ui/FileButton.tsx'
import { arrowClockwise, broadcast, eye, eyeSlash, info, pencilSimple, trash, x } from '#ui/icons.ts'
import { MenuButton } from '#ui/MenuButton.tsx'
import type { MenuRow } from '#ui/menus.ts'
import { Spinner } from '#ui/Spinner.tsx'
import { toast } from '#ui/toasts.ts'
import { tvSourcesContract } from '../../contract.ts'
import type { Import, Source } from '../../operator.ts'
import { refreshHours } from '../../rules.ts'
import { t } from '../texts.ts'
import css from './operator.module.css'

/** Returns the result of the last import, in a sentence. */
function importStateText({ status, is_same: isSame, failure, created_at, finished_at }: Import): string {
  const timeText = formatAgo(finished_at ?? created_at)
  if (status === 'waiting' || status === 'running') return t(`operator.import.${status}`)
  if (status === 'failed') return t('operator.sources.failed', { when: timeText, why: failure ?? '' })
  return t(isSame ? 'operator.sources.same' : 'operator.sources.ago', { when: timeText })
}

/** Returns the counts of an import without zeros; always contains the number of rows read. */
const countsOf = (counts: Import) =>
  (['read', 'written', 'unchanged', 'skipped', 'removed'] as const)
    .filter((countKey) => countKey === 'read' || counts[countKey] > 0)
    .map((countKey) => t(`operator.sources.count.${countKey}`, { count: formatNumber(counts[countKey]) }))
    .join(' · ')

function nextImportText({ url, next_at }: Source): string {
  if (url === null) return t('operator.sources.is_file')
  return next_at === null ? t('operator.sources.no_next') : t('operator.sources.next', { when: formatAgo(next_at) })
}

const showImport = (id: string) => void openDialog(() => import('./ImportDialog.tsx').then((module) => module.ImportDialog), { id })

/** Returns the consequences of deleting a source. */
function removalText({ kind, channels }: Source): string {
  if (channels === 0) return t('operator.sources.remove_none')
  return t(kind === 'm3u' ? 'operator.sources.remove_list' : 'operator.sources.remove_guide', { count: channels })
}

/** Returns the menu of a source, and the error of its last action. */
function useSourceMenu(source: Source): { rows: () => MenuRow[]; error: ApiError | null } {
  const { id, kind, name, url, is_off: isOff, is_relayed: isRelayed } = source
  const update = useChange(tvSourcesContract.updateTvSource)
  const remove = useChange(tvSourcesContract.deleteTvSource)

  async function confirmDeletion() {
    const question = { title: t('operator.sources.remove_question', { name }), text: removalText(source), action: t('operator.remove') }
    if (await confirm(question)) remove.mutate({ params: { id } }, { onSuccess: () => toast(t('operator.sources.removed', { name })) })
  }
  const set = (body: { is_off: boolean } | { is_relayed: boolean }, doneText: string) =>
    update.mutate({ params: { id }, body }, { onSuccess: () => toast(doneText) })

  const rename: MenuRow = {
    id: 'rename',
    section: 'edit',
    name: t('operator.sources.rename'),
    icon: pencilSimple,
    perform: () => void openDialog(() => import('./RenameSource.tsx').then((module) => module.RenameSource), { source }),
  }
  const refresh: MenuRow = {
    id: 'look',
    section: 'edit',
    name: isOff ? t('operator.sources.resume', { hours: refreshHours }) : t('operator.sources.stop'),
    icon: isOff ? eye : eyeSlash,
    perform: () => set({ is_off: !isOff }, isOff ? t('operator.sources.resumed', { hours: refreshHours }) : t('operator.sources.stopped')),
  }
  const relay: MenuRow = {
    id: 'relay',
    section: 'edit',
    name: t(isRelayed ? 'operator.sources.relay_off' : 'operator.sources.relay_on'),
    icon: broadcast,
    perform: () => set({ is_relayed: !isRelayed }, t(isRelayed ? 'operator.sources.relayed_off' : 'operator.sources.relayed_on')),
  }
  const removal: MenuRow = {
    id: 'remove',
    section: 'remove',
    name: t('operator.remove'),
    icon: trash,
    perform: () => void confirmDeletion(),
  }
  return {
    rows: () => [rename, ...(url === null ? [] : [refresh]), ...(kind === 'm3u' ? [relay] : []), removal],
    error: update.error ?? remove.error,
  }
}

/** A list or guide, with its last import and its actions. */
export function SourceCard({ source }: { source: Source }) {
  const { kind, name, is_relayed: isRelayed, channels, failures, last_import: last } = source
  const start = useChange(tvSourcesContract.startTvImport)
  const cancel = useChange(tvSourcesContract.cancelTvImport)
  const menu = useSourceMenu(source)
  const { message } = formErrors(start.error ?? cancel.error ?? menu.error)
  const isUnmatched = kind === 'xmltv' && channels === 0 && last?.status === 'done'
  return (
    <li className={css.card}>
      <div className={css.head}>
        <div className={css.words}>
          <h2 className={css.title}>{name}</h2>
          <p className={css.quiet}>
            {joinWithDots([
              t(`operator.sources.${kind}`),
              t('operator.sources.channels', { count: channels }),
              nextImportText(source),
              isRelayed && t('operator.sources.is_relayed'),
            ])}
          </p>
        </div>
        <MenuButton label={t('operator.menu', { name })} menu={{ label: name, rows: menu.rows }} />
      </div>
      <div className={css.words}>
        <LastImport last={last} />
        {isUnmatched && <p className={css.wrong}>{t('operator.sources.unmatched')}</p>}
        {failures > 1 && <p className={css.quiet}>{t('operator.sources.failures', { count: failures })}</p>}
      </div>
      <div className={css.buttons}>
        {last !== null && isUnfinished(last) ? (
          <Button
            size="s"
            icon={x}
            busy={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id: last.id } }, { onSuccess: () => toast(t('operator.sources.cancelled')) })}
          >
            {t('operator.sources.cancel')}
          </Button>
        ) : (
          <ImportButton
            source={source}
            busy={start.isPending}
            onImport={(from) => start.mutate({ body: { kind, ...from } }, { onSuccess: () => toast(t('operator.sources.started')) })}
          />
        )}
        {last !== null && (
          <Button size="s" kind="text" icon={info} onClick={() => showImport(last.id)}>
            {t('operator.sources.details')}
          </Button>
        )}
      </div>
      {message && <Alert>{message}</Alert>}
      {source.guides.length > 0 && <OfferedGuides guides={source.guides} />}
    </li>
  )
}

const isUnfinished = ({ finished_at }: Import) => finished_at === null

function LastImport({ last }: { last: Import | null }) {
  if (last === null) return <p className={css.quiet}>{t('operator.sources.never')}</p>
  return (
    <>
      <output className={cx(css.state, last.status === 'failed' && css.wrong)}>
        {isUnfinished(last) && <Spinner size={20} />}
        {importStateText(last)}
      </output>
      {/* Outside of `output`, because screen readers would read each change. */}
      {last.status === 'running' && <p className={css.quiet}>{t('operator.sources.running', { count: formatNumber(last.read) })}</p>}
      {last.status === 'done' && !last.is_same && <p className={css.quiet}>{countsOf(last)}</p>}
    </>
  )
}

interface ImportButtonProps {
  source: Source
  busy: boolean
  onImport: (from: { url: string } | { file: File }) => void
}

/** Imports the source again: from its URL, or from a file that the user chooses. */
function ImportButton({ source: { name, url }, busy, onImport }: ImportButtonProps) {
  if (url !== null)
    return (
      <Button size="s" icon={arrowClockwise} busy={busy} onClick={() => onImport({ url })}>
        {t('operator.sources.again')}
      </Button>
    )
  return (
    <FileButton
      label={`${t('operator.sources.again_file')}: ${name}`}
      accept="*/*"
      kind="quiet"
      icon={arrowClockwise}
      disabled={busy}
      // Sends the file under the source's name, because another name would be another source.
      onChoose={([file]) => file && onImport({ file: new File([file], name) })}
    >
      {t('operator.sources.again_file')}
    </FileButton>
  )
}

/** The guides that a list names, with a button to import each. */
function OfferedGuides({ guides }: { guides: readonly string[] }) {
  const start = useChange(tvSourcesContract.startTvImport)
  const { message } = formErrors(start.error)
  return (
    <details className={css.details}>
      <summary className={css.summary}>{t('operator.sources.offered')}</summary>
      <ul className={css.rows}>
        {guides.map((url) => (
          <li key={url} className={css.row}>
            <span className={css.words}>{url}</span>
            <Button
              size="s"
              aria-label={t('operator.sources.import_guide', { name: url })}
              busy={start.isPending && start.variables.body.url === url}
              onClick={() => start.mutate({ body: { kind: 'xmltv', url } }, { onSuccess: () => toast(t('operator.sources.started')) })}
            >
              {t('operator.sources.start')}
            </Button>
          </li>
        ))}
      </ul>
      {message && <Alert>{message}</Alert>}
    </details>
  )
}
