import type { ReactNode } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/use.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import { accountsContract } from '../contract.ts'

interface OperatorPageProps {
  title: string
  /** Message for guests. */
  login: string
  /** Heading of the error. */
  failed: string
  skeleton: ReactNode
  /** Shown to users who aren't operators. */
  otherwise: ReactNode
  children: ReactNode
}

/** A page for operators only. */
export function OperatorPage({ title, login, failed, skeleton, otherwise, children }: OperatorPageProps) {
  const signedIn = useSignedIn()
  const profile = useRead(accountsContract.getProfile, {}, { enabled: signedIn })
  if (signedIn && profile.data && !profile.data.is_operator) return otherwise
  return (
    <PersonalScreen title={title} login={login}>
      <Loaded read={profile} failed={failed} skeleton={skeleton}>
        {() => children}
      </Loaded>
    </PersonalScreen>
  )
}
