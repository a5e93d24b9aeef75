import { Suspense, useState } from 'react'
import { callEndpoint } from '#kit/contract/client.ts'
import type { InputOf } from '#kit/contract/endpoint.ts'
import { sendInBackground } from '#kit/web/send-in-background.ts'
import { Button } from '#ui/Button.tsx'
import { actionsRef, Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { linkSimple, qrCode } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { sharingContract } from '../contract.ts'
import type { Network } from '../rules.ts'
import { CopyButton, NetworkLinks, QrCode, selectAll, ShareSheetButton } from './share-options.tsx'
import css from './ShareDialog.module.css'
import { t } from './texts.ts'

interface SharedLink {
  heading: string
  /** Title of the shared thing. */
  title: string
  url: string
  /** The thing's type and id, to count shares. */
  counted: Omit<InputOf<typeof sharingContract.share>['body'], 'network'>
}

/** Shares something public: by link, network or QR code. */
export function LinkDialog({ heading, title, url, counted }: CloseProps & SharedLink) {
  const [isCodeShown, setIsCodeShown] = useState(false)
  function count(network: Network) {
    // Not awaited, because sharing works without being counted.
    void callEndpoint(sharingContract.share, { body: { ...counted, network } }, sendInBackground).catch(() => {})
  }
  const toggleCode = () => {
    setIsCodeShown(!isCodeShown)
    if (!isCodeShown) count('qr')
  }
  const link = { title, url }
  return (
    <Dialog title={heading} text={title}>
      <div className={css.content}>
        <Field label={t('share.link')}>
          <TextInput icon={linkSimple} value={url} readOnly onFocus={selectAll} />
        </Field>
        <div ref={actionsRef} className={css.buttons}>
          <CopyButton text={url} label={t('share.copy')} onCopied={() => count('link')} />
          <ShareSheetButton link={link} onShared={count} />
          <Button icon={qrCode} aria-expanded={isCodeShown} onClick={toggleCode}>
            {t('share.qr')}
          </Button>
        </div>
        {isCodeShown && (
          <Suspense>
            <QrCode text={url} />
          </Suspense>
        )}
        <NetworkLinks link={link} onShared={count} />
      </div>
    </Dialog>
  )
}
