import { useStored } from '#kit/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { MessageBar } from '#shell/MessageBar.tsx'
import { endSeeingAs } from './see-as.ts'
import { t } from './texts.ts'

/** Shows that the operator sees the site as another viewer, with a button that ends this. */
export function SeeAsBar() {
  const viewer = useStored('see_as')
  if (viewer === undefined) return null
  return (
    <MessageBar
      label={t('see_as.title')}
      actions={
        <Button kind="accent" size="s" onClick={endSeeingAs}>
          {t('see_as.end')}
        </Button>
      }
    >
      <b>{t(`see_as.now.${viewer}`)}</b>
      <p>{t('see_as.only_reads')}</p>
    </MessageBar>
  )
}
