import { pagesContract } from '../../contract.ts'
import { useWelcome, type WelcomeView } from './useWelcome.ts'
import { WelcomeBlock } from './WelcomeBlock.tsx'

/** What explains any view but everybody's channels, which a first visit begins with. */
export function ViewWelcome({ view }: { view: WelcomeView }) {
  const { page, hide } = useWelcome(view, pagesContract[view])
  return page && <WelcomeBlock page={page} onHide={hide} />
}
