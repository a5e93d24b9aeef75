import type { ReactNode } from 'react'
import { useCarried } from '#shell/carried.ts'
import { useHeaded } from '#shell/comes-for.ts'
import { paths } from '#shell/paths.ts'
import { useDesktop } from '#shell/useDesktop.ts'
import css from '../entry/form.module.css'
import { EntryScreen } from '../entry/EntryScreen.tsx'
import { useMailed } from '../mailed.ts'
import { t } from '../texts.ts'
import { emptyForm, withoutPasswords } from './form.ts'
import { FullForm } from './FullForm.tsx'
import { MailForm } from './MailForm.tsx'
import { StepsForm } from './StepsForm.tsx'

interface RegisterScreenProps {
  email?: string | undefined
  token?: string | undefined
  illustration: ReactNode
}

/**
 * Registration. With a mailed link: the whole form, its email locked. Otherwise, on phones: a two-step form confirmed by email;
 * on wide screens: the email first, then the form by mailed link.
 */
export function RegisterScreen({ illustration, ...given }: RegisterScreenProps) {
  const mailed = useMailed(given, ['email', 'token'], paths.register())
  const [form, setForm] = useCarried('sign_up', { ...emptyForm, ...(mailed && { email: mailed.email }) }, withoutPasswords)
  const filling = { form, fill: (part: Partial<typeof form>) => setForm((now) => ({ ...now, ...part })) }
  const onDesktop = useDesktop()
  const headed = useHeaded()

  return (
    <EntryScreen
      title={t('register.title')}
      // Users on their way to something else don't see the text about channels.
      heading={t(headed === 'elsewhere' ? 'register.title' : 'register.heading')}
      illustration={illustration}
      claim={t('register.claim')}
      text={t('register.text')}
      foot={t.rich('register.has_account', {
        link: (
          <a key="link" className={css.link} href={paths.login()}>
            {t('register.log_in')}
          </a>
        ),
      })}
    >
      {mailed ? <FullForm {...filling} token={mailed.token} /> : onDesktop ? <MailForm {...filling} /> : <StepsForm {...filling} />}
    </EntryScreen>
  )
}
