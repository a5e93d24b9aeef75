import { useState } from 'react'
import { brand } from '#kit/contract/brand.ts'
import { storage } from '#kit/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/toggles.tsx'
import { installOffer } from '#shell/install.ts'
import { t } from '#shell/texts.ts'
import { MessageBar } from '#shell/MessageBar.tsx'

/** A closed bar is shown again after this time. */
const showAgainMs = 24 * 60 * 60 * 1000

const isApple = /iPhone|iPad/.test(navigator.userAgent)

/** Explains how to add the product to the home screen. Where the browser supports it, installs the product. */
export function HomeScreenBar() {
  const offer = installOffer.use()
  const [isNeverAgain, setIsNeverAgain] = useState(false)
  const hide = () => storage.set('hide_add_to_home_screen', true)
  const close = () => (isNeverAgain ? hide() : storage.set('add_to_home_screen_show_time', Date.now() + showAgainMs))
  const install = async () => {
    if ((await offer?.prompt())?.outcome === 'accepted') hide()
    else close()
  }
  return (
    <MessageBar
      label={t('home_screen.title', { brand })}
      actions={
        <>
          <Checkbox checked={isNeverAgain} onChange={(event) => setIsNeverAgain(event.currentTarget.checked)}>
            {t('home_screen.never')}
          </Checkbox>
          <Button kind="text" size="s" onClick={close}>
            {t('home_screen.close')}
          </Button>
          {offer && (
            <Button kind="line" size="s" onClick={() => void install()}>
              {t('home_screen.add')}
            </Button>
          )}
        </>
      }
    >
      <b>{t('home_screen.title', { brand })}</b>
      <p>{t(offer ? 'home_screen.text' : isApple ? 'home_screen.apple' : 'home_screen.menu')}</p>
    </MessageBar>
  )
}
