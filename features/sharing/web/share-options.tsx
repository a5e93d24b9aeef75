import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import {
  check,
  copySimple,
  envelopeSimple,
  export as shareIcon,
  facebookLogo,
  linkedinLogo,
  redditLogo,
  telegramLogo,
  whatsappLogo,
  xLogo,
} from '#ui/icons.ts'
import { lazily } from '#ui/lazily.ts'
import { announce, toast } from '#ui/toasts.ts'
import { addViaParameter, type Network, type SocialNetwork, socialNetworks, shareIntentUrl } from '../rules.ts'
import css from './ShareDialog.module.css'
import { t } from './texts.ts'

export const QrCode = lazily(() => import('./QrCode.tsx').then((module) => module.QrCode))

const logos: Readonly<Record<SocialNetwork, string>> = {
  whatsapp: whatsappLogo,
  facebook: facebookLogo,
  x: xLogo,
  linkedin: linkedinLogo,
  reddit: redditLogo,
  telegram: telegramLogo,
  email: envelopeSimple,
}

/** Duration in ms of the animation after copying, as in the stylesheet. */
const flashMs = 200

/** Copies a text. If the browser refuses, asks the user to copy it by hand. */
export function CopyButton({ text, label, onCopied }: { text: string; label: string; onCopied?: () => void }) {
  const [copied, setCopied] = useState<string>()
  const [isFlashing, setIsFlashing] = useState(false)
  const isCopied = copied === text
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      toast(t('share.by_hand'), { warning: true })
      return
    }
    setCopied(text)
    setIsFlashing(true)
    setTimeout(() => setIsFlashing(false), flashMs)
    announce(t('share.copied'))
    onCopied?.()
  }
  return (
    <Button kind="accent" icon={isCopied ? check : copySimple} className={isFlashing ? css.copied : undefined} onClick={() => void copy()}>
      {isCopied ? t('share.copied') : label}
    </Button>
  )
}

export const selectAll = (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => event.currentTarget.select()

/** The shared thing and its title. */
interface Link {
  title: string
  url: string
}
interface ShareOptionProps {
  link: Link
  onShared: (network: Network) => void
}

/** Opens the system's share sheet, if available. */
export function ShareSheetButton({ link, onShared }: ShareOptionProps) {
  if (!('share' in navigator)) return null
  async function open() {
    try {
      await navigator.share({ ...link, url: addViaParameter(link.url, 'sheet') })
      onShared('sheet')
    } catch (error) {
      // An abort means that the user dismissed the share sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast(t('share.by_hand'), { warning: true })
    }
  }
  return (
    <Button icon={shareIcon} onClick={() => void open()}>
      {t('share.sheet')}
    </Button>
  )
}

/** Networks, each as a plain link. */
export const NetworkLinks = ({ link, onShared }: ShareOptionProps) => (
  <ul className={css.networks} aria-label={t('share.networks')}>
    {socialNetworks.map((network) => (
      <li key={network}>
        <a
          className={css.network}
          href={shareIntentUrl(network, { ...link, url: addViaParameter(link.url, network) })}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => onShared(network)}
        >
          <Icon icon={logos[network]} size={28} />
          {t(`share.network.${network}`)}
        </a>
      </li>
    ))}
  </ul>
)
