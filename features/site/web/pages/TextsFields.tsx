import { languages } from '#kit/contract/texts.ts'
import { Field } from '#ui/Field.tsx'
import { TextArea, TextInput } from '#ui/inputs.tsx'
import { limits } from '../../rules.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'
import type { Draft } from '../useDraft.ts'
import type { Fields } from './fields.ts'
import own from './pages.module.css'

export interface FieldsProps extends Pick<Draft<Fields>, 'fields' | 'type'> {
  errors: Readonly<Record<string, string>>
}

/** Title and text in both languages, side by side if there is room. */
export const TextsFields = ({ fields, type, errors }: FieldsProps) => (
  <div className={css.pair}>
    {languages.map((language) => {
      const { title, description } = fields[language]
      const titleIn = (name: string) => t('pages.named', { name, language: t(`languages.${language}`) })
      const put = (part: Partial<Fields['en']>) => type((now) => ({ [language]: { ...now[language], ...part } }))
      return (
        <div key={language} className={css.part}>
          <Field
            label={titleIn(t('pages.title'))}
            help={t('pages.title_help')}
            error={errors[`content.${language}.title`]}
            limit={limits.welcomeTitle}
          >
            <TextInput
              lang={language}
              value={title}
              onChange={({ currentTarget }) => put({ title: currentTarget.value })}
              autoComplete="off"
            />
          </Field>
          <Field label={titleIn(t('pages.text'))} error={errors[`content.${language}.description`]} limit={limits.welcomeText}>
            <TextArea
              className={own.text}
              lang={language}
              rows={4}
              value={description}
              onChange={({ currentTarget }) => put({ description: currentTarget.value })}
            />
          </Field>
        </div>
      )
    })}
  </div>
)
