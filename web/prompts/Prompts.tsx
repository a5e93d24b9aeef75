import { Suspense, useState } from 'react'
import { storage, useStored } from '#kit/web/storage.ts'
import { lazily } from '#ui/lazily.ts'
import { Button } from '#ui/Button.tsx'
import { paths } from '#shell/paths.ts'
import { MessageBar } from '#shell/MessageBar.tsx'
import { t } from '#shell/texts.ts'

/** Asks for consent to store data in this browser. */
const CookieBar = () => (
  <MessageBar
    label={t('cookies.label')}
    actions={
      <Button kind="line" size="s" onClick={() => storage.set('cookies', true)}>
        {t('cookies.accept')}
      </Button>
    }
  >
    <p>
      {t.rich('cookies.text', {
        policy: (
          <a key="policy" href={paths.cookiesPolicy()}>
            {t('cookies.policy')}
          </a>
        ),
      })}
    </p>
  </MessageBar>
)

const LaterPrompts = lazily(() => import('./LaterPrompts.tsx').then((module) => module.LaterPrompts))

/**
 * Shows one prompt per visit above the navigation: first the cookie bar, on later visits other prompts. The code of other prompts loads
 * separately.
 */
export function Prompts() {
  const hasAgreed = useStored('cookies') === true
  const [isAsked] = useState(!hasAgreed)
  if (!hasAgreed) return <CookieBar />
  return (
    <Suspense>
      <LaterPrompts isPrompted={isAsked} />
    </Suspense>
  )
}
