import { useEffect, useEffectEvent, useRef } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { getActionTools } from '#shell/action-tools.ts'
import { useGo } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { showNotice } from '#features/channels/web/open.ts'
import { guideContract } from '#features/guide/contract.ts'
import type { EpgItem } from '#features/guide/shapes.ts'
import type { DetailedTvChannel } from '../../shapes.ts'
import { openProgramme } from '#features/guide/web/open.ts'
import { toTimedProgramme } from '#features/guide/web/programmes.ts'
import { t as tGuide } from '#features/guide/web/texts.ts'
import { t } from '../texts.ts'

/** Shows a notice if a channel is blocked in the user's country, and then goes to the home screen. @returns whether it is blocked */
export function useGeoNotice(tv: DetailedTvChannel | undefined, error: ApiError | null): boolean {
  const go = useGo()
  const isBlocked = tv?.geo_blocked === true || error?.status === 451
  const wasShown = useRef(false)
  const showBlocked = useEffectEvent(async () => {
    if (wasShown.current) return
    wasShown.current = true
    await showNotice({ title: t('channel.geo_title'), text: tGuide('channel.geo_text'), action: t('channel.to_home') })
    go(paths.home(), { replace: true })
  })
  // An effect, because opening the page causes the notice.
  useEffect(() => {
    if (isBlocked) void showBlocked()
  }, [isBlocked])
  return isBlocked
}

/** Shows the programme in the URL. If it is in no guide any more, shows a notice and goes to the home screen. */
export function useLinkedProgramme(
  channelId: string,
  epgId: string | undefined,
  series: readonly { epg: readonly EpgItem[] }[] | undefined,
): void {
  const go = useGo()
  const shownId = useRef<string>(undefined)
  const show = useEffectEvent(async (id: string) => {
    if (shownId.current === id) return
    shownId.current = id
    const programme = series?.flatMap(({ epg }) => epg).find((item) => item.id === id)
    if (programme) return openProgramme(channelId, toTimedProgramme({ ...programme, category: null }))
    try {
      const result = await getActionTools().read(guideContract.getEpgItem, { params: { id }, query: { channel: channelId } })
      openProgramme(channelId, toTimedProgramme({ ...result, category: null }))
    } catch (error) {
      if ((error as ApiError).status !== 404) return
      await showNotice({ title: t('channel.gone_title'), text: t('channel.gone_text'), action: t('channel.to_home') })
      go(paths.home(), { replace: true })
    }
  })
  const isReady = series !== undefined
  // An effect, because the URL causes the notice.
  useEffect(() => {
    if (epgId !== undefined && isReady) void show(epgId)
  }, [epgId, isReady])
}
