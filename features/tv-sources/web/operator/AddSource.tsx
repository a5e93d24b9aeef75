import { useState } from 'react'
import { formatNumber } from '#kit/web/format.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { SegmentedControl } from '#ui/choices.tsx'
import { Field } from '#ui/Field.tsx'
import { FileButton } from '#ui/FileButton.tsx'
import { arrowLineDown } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { tvSourcesContract } from '../../contract.ts'
import { limits, maxFileBytes, refreshHours, type SourceKind, sourceKinds } from '../../rules.ts'
import { t } from '../texts.ts'
import css from './operator.module.css'

const bytesPerMebibyte = 1024 * 1024

/** Imports a list or guide from a URL or a file. */
export function AddSource() {
  const change = useChange(tvSourcesContract.startTvImport)
  const [kind, setKind] = useState<SourceKind>('m3u')
  const [from, setFrom] = useState<'address' | 'file'>('address')
  const [address, setAddress] = useState('')
  const { message, fields } = formErrors(change.error, ['url', 'file'])
  const start = (source: { url: string } | { file: File }) =>
    change.mutate(
      { body: { kind, ...source } },
      {
        onSuccess: () => {
          setAddress('')
          toast(t('operator.sources.started'))
        },
      },
    )
  return (
    <section className={css.card} aria-label={t('operator.sources.add')}>
      <h2 className={css.title}>{t('operator.sources.add')}</h2>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (from === 'address' && !change.isPending) start({ url: address.trim() })
        }}
      >
        <SegmentedControl
          label={t('operator.sources.kind')}
          options={sourceKinds.map((value) => ({ value, name: t(`operator.sources.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        <SegmentedControl
          label={t('operator.sources.from')}
          options={[
            { value: 'address', name: t('operator.sources.address') },
            { value: 'file', name: t('operator.sources.file') },
          ]}
          value={from}
          onChange={setFrom}
        />
        {from === 'address' ? (
          <>
            <Field
              label={t('operator.sources.address')}
              help={t('operator.sources.address_help', { hours: refreshHours })}
              error={fields['url']}
            >
              <TextInput
                type="url"
                inputMode="url"
                placeholder="https://"
                value={address}
                maxLength={limits.sourceAddress}
                autoComplete="off"
                onChange={({ currentTarget }) => setAddress(currentTarget.value)}
              />
            </Field>
            <div className={css.buttons}>
              <Button type="submit" kind="accent" icon={arrowLineDown} busy={change.isPending} disabled={address.trim() === ''}>
                {t('operator.sources.start')}
              </Button>
            </div>
          </>
        ) : (
          <>
            <p className={css.quiet}>{t('operator.sources.file_help', { size: formatNumber(maxFileBytes / bytesPerMebibyte) })}</p>
            <div className={css.buttons}>
              <FileButton
                label={t('operator.sources.choose')}
                accept=".m3u,.m3u8,.xml,.xmltv,.gz,.br,*/*"
                icon={arrowLineDown}
                disabled={change.isPending}
                onChoose={([file]) => file && start({ file })}
              >
                {t('operator.sources.choose')}
              </FileButton>
            </div>
            {fields['file'] && <Alert>{fields['file']}</Alert>}
          </>
        )}
        {message && <Alert>{message}</Alert>}
      </form>
    </section>
  )
}
