import { type ReactNode, useSyncExternalStore } from 'react'
import { ChipChoice } from '#ui/choices.tsx'

import { go, pageHistory } from '#shell/navigation.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { ChannelsPart } from './ChannelsPart.tsx'
import { InvitationsPart } from './InvitationsPart.tsx'
import { NamesPart } from './NamesPart.tsx'
import { SettingsPart } from './SettingsPart.tsx'
import { PartSkeleton } from './PartSkeleton.tsx'
import { t } from './texts.ts'
import { WelcomePart } from './WelcomePart.tsx'

const parts = { settings: SettingsPart, invitations: InvitationsPart, names: NamesPart, channels: ChannelsPart, welcome: WelcomePart } as const
type PartName = keyof typeof parts
const names = Object.keys(parts) as PartName[]

/** Returns the part named in the URL's hash, which reloads and links keep. */
const namedPart = (): PartName => names.find((name) => pageHistory.get().hash === `#${name}`) ?? 'settings'

/** Settings, names and contents of the site, for operators. @param otherwise shown to others */
export const SiteScreen = ({ otherwise }: { otherwise: ReactNode }) => (
  <OperatorPage
    title={t('operator.title')}
    login={t('operator.login')}
    failed={t('operator.failed')}
    skeleton={<PartSkeleton />}
    otherwise={otherwise}
  >
    <Parts />
  </OperatorPage>
)

function Parts() {
  const name = useSyncExternalStore(pageHistory.subscribe, namedPart)
  const Part = parts[name]
  const show = (next: PartName) => go(`${pageHistory.get().path}#${next}`, { replace: true })
  return (
    <>
      <ChipChoice
        label={t('operator.show')}
        options={names.map((value) => ({ value, name: t(`operator.part.${value}`) }))}
        value={name}
        onChange={show}
      />
      <Part />
    </>
  )
}

