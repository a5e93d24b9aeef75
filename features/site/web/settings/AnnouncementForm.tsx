import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { languages } from '#kit/contract/texts.ts'
import { serverNow } from '#kit/web/server-time.ts'
import type { Settings } from '../../contract/settings.ts'
import { limits } from '../../rules.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { formatMoment, parseWallTime, toWallTime, zoneName } from '../wall-time.ts'
import { SettingForm } from './SettingForm.tsx'
import own from './settings.module.css'

/** The form of the announcement: its text in both languages, and its end. */
export function AnnouncementForm({ settings }: { settings: Settings }) {
  const { message } = settings.announcement.value
  return (
    <SettingForm
      name="announcement"
      settings={settings}
      stored={{ en: message?.en ?? '', nl: message?.nl ?? '', until: toWallTime(message?.until ?? null) }}
      shownFields={['value.message.en', 'value.message.nl', 'value.message.until']}
      valueOf={({ en, nl, until }) => ({
        name: 'announcement',
        value: { message: en.trim() === '' && nl.trim() === '' ? null : { en, nl, until: parseWallTime(until) ?? '' } },
      })}
    >
      {({ fields, type, errors }) => (
        <>
          <p className={css.quiet}>{t('settings.announcement.help')}</p>
          <div className={css.pair}>
            {languages.map((language) => (
              <Field
                key={language}
                label={t(`settings.announcement.${language}`)}
                error={errors[`value.message.${language}`]}
                limit={limits.announcement}
              >
                <TextInput
                  lang={language}
                  value={fields[language]}
                  onChange={({ currentTarget }) => type({ [language]: currentTarget.value })}
                  autoComplete="off"
                />
              </Field>
            ))}
          </div>
          <Field label={t('settings.announcement.until')} help={t('zone', { zone: zoneName() })} error={errors['value.message.until']}>
            <TextInput type="datetime-local" value={fields.until} onChange={({ currentTarget }) => type({ until: currentTarget.value })} />
          </Field>
          <Preview {...fields} />
        </>
      )}
    </SettingForm>
  )
}

const isPast = (iso: string) => Date.parse(iso) <= serverNow()

/** The typed texts as they are shown. */
function Preview({ en, nl, until }: Record<'en' | 'nl' | 'until', string>) {
  const end = parseWallTime(until)
  return (
    <section className={css.part} aria-label={t('settings.announcement.preview')}>
      <h3 className={css.subtitle}>{t('settings.announcement.preview')}</h3>
      {[['en', en] as const, ['nl', nl] as const].map(([language, text]) =>
        text.trim() === '' ? null : (
          <p key={language} className={own.bar} lang={language}>
            {text}
          </p>
        ),
      )}
      {en.trim() === '' && nl.trim() === '' ? (
        <p className={css.quiet}>{t('settings.announcement.preview_none')}</p>
      ) : (
        end !== null && (
          <p className={css.quiet}>
            {isPast(end) ? t('settings.announcement.ended') : t('pages.version_until', { day: formatMoment(end) })}
          </p>
        )
      )}
    </section>
  )
}
