import { Suspense, useState } from 'react'
import { useStored } from '#kit/web/storage.ts'
import { lazily } from '#ui/lazily.ts'
import { useHere } from '#shell/navigation.ts'
import { CookieBar } from './CookieBar.tsx'

const LaterPrompts = lazily(() => import('./LaterPrompts.tsx').then((module) => module.LaterPrompts))

/** What the site has to say or to ask, one thing at a time, above the navigation: first the cookies, and with code of its own the rest. */
export function Prompts() {
  const hasAgreed = useStored('cookies') === true
  const here = useHere()
  const [askedOn, setAskedOn] = useState<string>()
  if (hasAgreed)
    return (
      <Suspense>
        <LaterPrompts askedOn={askedOn} />
      </Suspense>
    )
  if (askedOn !== here) setAskedOn(here)
  return <CookieBar />
}
