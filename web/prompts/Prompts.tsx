import { Suspense, useState } from 'react'
import { useStored } from '#kit/web/storage.ts'
import { lazily } from '#ui/lazily.ts'
import { CookieBar } from './CookieBar.tsx'

const LaterPrompts = lazily(() => import('./LaterPrompts.tsx').then((module) => module.LaterPrompts))

/** What the site has to say or to ask, one thing a visit, above the navigation: first the cookies, and with code of its own the rest. */
export function Prompts() {
  const hasAgreed = useStored('cookies') === true
  const [isAsked] = useState(!hasAgreed)
  if (!hasAgreed) return <CookieBar />
  return (
    <Suspense>
      <LaterPrompts isAsked={isAsked} />
    </Suspense>
  )
}
