import { brand } from '#kit/contract/brand.ts'
import type { Language } from '#kit/contract/texts.ts'
import { clipboardText, info, moon, shieldCheck, televisionSimple, translate } from '#ui/icons.ts'
import { RowLink, Rows, RowSetting } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { LanguageChoice, ThemeChoice } from '#shell/preferences.tsx'
import { t } from '../texts.ts'

/** Settings for everyone, and policies. */
export const CommonRows = ({ onLanguage }: { onLanguage?: (language: Language) => void }) => (
  <>
    <Rows title={t('settings.look')}>
      <RowSetting icon={translate} name={t('settings.language')}>
        <LanguageChoice {...(onLanguage && { onChange: onLanguage })} />
      </RowSetting>
      <RowSetting icon={moon} name={t('settings.theme')}>
        <ThemeChoice />
      </RowSetting>
    </Rows>
    <Rows title={t('settings.about', { brand })}>
      <RowLink icon={televisionSimple} name={t('settings.what', { brand })} href={paths.settings({ view: 'home' })} />
      <RowLink icon={clipboardText} name={t('legal.terms')} href={paths.terms()} />
      <RowLink icon={shieldCheck} name={t('legal.privacy')} href={paths.privacy()} />
      <RowLink icon={info} name={t('legal.cookies')} href={paths.cookiesPolicy()} />
    </Rows>
  </>
)
