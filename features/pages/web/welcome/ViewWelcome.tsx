import { pagesContract } from '../../contract.ts'
import { useWelcome, type WelcomeView } from './useWelcome.ts'
import { WelcomeBlock } from './WelcomeBlock.tsx'

/** The introduction of any view except the public home. */
export function ViewWelcome({ view }: { view: WelcomeView }) {
  const { page, hide } = useWelcome(view, pagesContract[view])
  return page && <WelcomeBlock page={page} onHide={hide} />
}
