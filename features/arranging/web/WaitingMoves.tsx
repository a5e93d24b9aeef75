import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dismissStoredCalls, startStoringCalls, useStoredCalls } from '#kit/web/stored-calls.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toasts.ts'
import { MessageBar } from '#shell/MessageBar.tsx'
import { channelsContract, type MoveResult } from '#features/channels/contract.ts'
import { receiveEffect } from '#features/channels/web/channel/live-moves.ts'
import { t } from './texts.ts'
import css from './WaitingMoves.module.css'

const movingEndpoints = [channelsContract.moveVideo, channelsContract.moveVideos, channelsContract.moveSeries]

/**
 * A bar above the navigation with the moves that wait for a connection, and those that the server refused after the connection was back.
 * Also sends moves that were stored by pages that are now closed.
 */
export function WaitingMoves() {
  const client = useQueryClient()
  useEffect(
    () =>
      startStoringCalls({
        endpoints: movingEndpoints,
        accepted: ({ effects }: MoveResult) => {
          for (const effect of effects) receiveEffect(client, effect)
        },
      }),
    [client],
  )
  const moves = useStoredCalls()
  const refusedMoves = moves.filter((move) => move.refused !== undefined)
  const waitingCount = moves.length - refusedMoves.length
  if (refusedMoves.length > 0) {
    return (
      <MessageBar
        label={t('waiting.bar')}
        actions={
          <>
            <Button
              size="s"
              kind="line"
              onClick={() => void copyText(refusedMoves.map(({ text, refused: why }) => `${text}: ${why}`).join('\n'))}
            >
              {t('waiting.copy')}
            </Button>
            <Button size="s" kind="accent" onClick={() => dismissStoredCalls(refusedMoves.map(({ id }) => id))}>
              {t('waiting.dismiss')}
            </Button>
          </>
        }
      >
        <strong>{t('waiting.refused', { count: refusedMoves.length })}</strong>
        <ul className={css.refused}>
          {refusedMoves.slice(0, shownMoves).map(({ id, text, refused: why }) => (
            <li key={id}>
              <s>{text}</s>: {why}
            </li>
          ))}
          {refusedMoves.length > shownMoves && <li>{t('waiting.more', { count: refusedMoves.length - shownMoves })}</li>}
        </ul>
      </MessageBar>
    )
  }
  return waitingCount > 0 ? (
    <MessageBar label={t('waiting.bar')} actions={null}>
      <output>{t('waiting.waiting', { count: waitingCount })}</output>
    </MessageBar>
  ) : null
}

/** Maximum refused moves listed in the bar. The copy button copies all of them. */
const shownMoves = 3

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(t('waiting.copied'))
  } catch {
    toast(t('waiting.not_copied'), { warning: true })
  }
}
