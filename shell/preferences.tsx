import { type Language, languages } from '#kit/contract/texts.ts'
import { language } from '#kit/web/i18n.ts'
import { SegmentedControl } from '#ui/choices.tsx'
import { fade } from '#ui/fade.ts'
import { inLanguage } from './paths.ts'
import { t } from './texts.ts'
import { switchLanguage } from './switch-language.ts'
import css from './preferences.module.css'
import { useTheme } from './theme.ts'

/** Language switch as two small links. */
export const LanguageLinks = () => (
  <nav className={css.links} aria-label={t('language.label')}>
    {languages.map((lang) => (
      <a
        key={lang}
        href={inLanguage(lang)}
        lang={lang}
        hrefLang={lang}
        className={css.link}
        aria-current={lang === language || undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          void switchLanguage(lang)
        }}
      >
        {t(`language.${lang}`)}
      </a>
    ))}
  </nav>
)

/** Language setting. */
export const LanguageChoice = ({ onChange = (language) => void switchLanguage(language) }: { onChange?: (language: Language) => void }) => (
  <SegmentedControl
    label={t('language.label')}
    options={languages.map((value) => ({ value, name: t(`language.${value}`) }))}
    value={language}
    onChange={onChange}
  />
)

/** Theme setting. */
export function ThemeChoice() {
  const [theme, setTheme] = useTheme()
  return (
    <SegmentedControl
      label={t('theme.label')}
      options={[
        { value: 'dark-theme', name: t('theme.dark') },
        { value: 'light-theme', name: t('theme.light') },
      ]}
      value={theme}
      onChange={(next) => fade(() => setTheme(next))}
    />
  )
}
