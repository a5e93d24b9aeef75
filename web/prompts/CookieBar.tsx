import { storage } from '#kit/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { paths } from '#shell/paths.ts'
import { Bar } from '#shell/Bar.tsx'
import { t } from '#shell/texts.ts'

/** What is kept in this browser, until that is agreed to. */
export const CookieBar = () => (
  <Bar
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
  </Bar>
)
