import { useState } from 'react'
import { callEndpoint } from '#kit/contract/client.ts'
import { fetchFile } from '#kit/web/fetch-file.ts'
import { formatMoment } from '#kit/web/format-date.ts'
import { usePages } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { Field } from '#ui/Field.tsx'
import { Select, TextInput } from '#ui/inputs.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { acts } from '#features/accounts/acts.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { type AuditEntry, operatorContract } from '../contract.ts'
import { actName, changesOf, thingName } from './acts.ts'
import css from './operator.module.css'
import { t } from './texts.ts'
import { useQueryFilters } from '#shell/useQueryFilters.ts'

/** Acts of operators and moderators. */
export const AuditScreen = () => (
  <OperatorPage section={latePaths.operatorAudit()} title={t('audit.title')}>
    <Audit />
  </OperatorPage>
)

const isId = (text: string) => /^[A-Za-z0-9]{11}$/.test(text)
/** Returns the start of a day in the reader's time zone. @param daysLater days between `day` and that day */
function timeOf(day: string, daysLater = 0): string {
  const time = new Date(`${day}T00:00`)
  time.setDate(time.getDate() + daysLater)
  return time.toISOString()
}

/** The filter in an address, without invalid values. */
function filterOf(address: URLSearchParams) {
  const paramOf = (name: string) => address.get(name) ?? ''
  const act = acts.find((act) => act === paramOf('act'))
  const isDay = (name: string) => /^\d{4}-\d\d-\d\d$/.test(paramOf(name)) && !Number.isNaN(Date.parse(paramOf(name)))
  return {
    ...(act && { act }),
    ...(isId(paramOf('person')) && { person: paramOf('person') }),
    ...(paramOf('thing') !== '' && paramOf('thing').length <= 40 && { thing_id: paramOf('thing') }),
    ...(isDay('from') && { from: timeOf(paramOf('from')) }),
    ...(isDay('to') && { to: timeOf(paramOf('to'), 1) }),
  }
}

export function Audit() {
  const [address, change] = useQueryFilters()
  const query = filterOf(address)
  const pages = usePages(operatorContract.listAudit, { query })
  /** Key of the form, which changes when the filters are cleared. The uncontrolled fields then remount with empty values. */
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    change({ act: '', person: '', thing: '', from: '', to: '' })
    setCleared(cleared + 1)
  }
  const input = (name: string) => ({
    defaultValue: address.get(name) ?? '',
    onBlur: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change({ [name]: currentTarget.value.trim() }),
  })
  return (
    <>
      <form
        key={cleared}
        className={css.filters}
        onSubmit={(event) => {
          event.preventDefault()
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        }}
      >
        <Field label={t('audit.act')}>
          <Select value={query.act ?? ''} onChange={({ currentTarget }) => change({ act: currentTarget.value })}>
            <option value="">{t('audit.all')}</option>
            {acts.map((act) => (
              <option key={act} value={act}>
                {actName(act)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('audit.person')}>
          <TextInput {...input('person')} maxLength={11} />
        </Field>
        <Field label={t('audit.thing')}>
          <TextInput {...input('thing')} maxLength={40} />
        </Field>
        <Field label={t('audit.from')}>
          <TextInput {...input('from')} type="date" />
        </Field>
        <Field label={t('audit.to')}>
          <TextInput {...input('to')} type="date" />
        </Field>
      </form>
      <div className={css.buttons}>
        <ExportButton size="s" fileName="acts.csv" load={() => callEndpoint(operatorContract.exportAudit, { query }, fetchFile)}>
          {t('audit.export')}
        </ExportButton>
      </div>
      <LoadedContent
        read={{ ...pages, data: pages.items }}
        failed={t('audit.failed')}
        skeleton={<ListSkeleton label={t('audit.loading')} />}
      >
        {(entries) =>
          entries.length === 0 ? (
            <NoEntries isFiltered={Object.keys(query).length > 0} onClear={clear} />
          ) : (
            <>
              <ol className={css.rows} aria-label={t('audit.title')}>
                {entries.map((entry) => (
                  <AuditEntryRow key={entry.id} entry={entry} />
                ))}
              </ol>
              <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('audit.loading')} />} />
            </>
          )
        }
      </LoadedContent>
    </>
  )
}

const NoEntries = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <StateMessage title={t('audit.none')} text={t('audit.none_text')} picture="none">
      <Button kind="accent" onClick={onClear}>
        {t('audit.clear')}
      </Button>
    </StateMessage>
  ) : (
    <StateMessage title={t('audit.empty_log')} text={t('audit.empty_log_text')} />
  )

function AuditEntryRow({ entry }: { entry: AuditEntry }) {
  const { act, thing, actor_id: actorId, actor_name: actor, person_id: personId, at, reason } = entry
  const actorText = actorId === null && actor === 'system' ? t('audit.system') : actor
  const name = thingName(thing)
  return (
    <li className={css.row}>
      <div className={css.words}>
        <p>
          <strong>{actName(act)}</strong> {personId === null ? name : <a href={latePaths.operatorUser(personId)}>{name || personId}</a>}
        </p>
        {changesOf(entry).map((line) => (
          <p key={line} className={css.quiet}>
            {line}
          </p>
        ))}
        {reason && <p className={css.text}>{reason}</p>}
        <p className={css.quiet}>
          <time dateTime={at}>{formatMoment(at)}</time> · {t('audit.by', { name: actorText })}
        </p>
      </div>
    </li>
  )
}
