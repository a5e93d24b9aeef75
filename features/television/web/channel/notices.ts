import { useEffect, useEffectEvent, useRef } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { actionTools } from '#shell/action-tools.ts'
import { useGo } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { showNotice } from '#features/curation/web/open.ts'
import { televisionContract } from '../../contract.ts'
import type { DetailedTvChannel, EpgItem } from '../../shapes.ts'
import { openProgramme } from '../open.ts'
import { timed } from '../programmes.ts'
import { t } from '../texts.ts'

/** Says so when a channel can't be watched where one is; from there one goes home, so nothing stands below. @returns is it so? */
export function useGeoNotice(tv: DetailedTvChannel | undefined, error: ApiError | null): boolean {
  const go = useGo()
  const isBlocked = tv?.geo_blocked === true || error?.status === 451
  const said = useRef(false)
  const say = useEffectEvent(async () => {
    if (said.current) return
    said.current = true
    await showNotice({ title: t('channel.geo_title'), text: t('channel.geo_text'), action: t('channel.to_home') })
    go(paths.home(), { replace: true })
  })
  // It is said because somebody came here.
  useEffect(() => {
    if (isBlocked) void say()
  }, [isBlocked])
  return isBlocked
}

/** Shows the programme that the address asks for; one that is in no guide any more is said to be gone, and from there one goes home. */
export function useAskedProgramme(
  channelId: string,
  epgId: string | undefined,
  series: readonly { epg: readonly EpgItem[] }[] | undefined,
): void {
  const go = useGo()
  const shown = useRef<string>(undefined)
  const show = useEffectEvent(async (id: string) => {
    if (shown.current === id) return
    shown.current = id
    const listed = series?.flatMap(({ epg }) => epg).find((one) => one.id === id)
    if (listed) return openProgramme(channelId, timed({ ...listed, category: null }))
    try {
      const found = await actionTools().read(televisionContract.getEpgItem, { params: { id }, query: { channel: channelId } })
      openProgramme(channelId, timed({ ...found, category: null }))
    } catch (error) {
      if ((error as ApiError).status !== 404) return
      await showNotice({ title: t('channel.gone_title'), text: t('channel.gone_text'), action: t('channel.to_home') })
      go(paths.home(), { replace: true })
    }
  })
  const isReady = series !== undefined
  // The address asked for it: nobody has pressed anything here.
  useEffect(() => {
    if (epgId !== undefined && isReady) void show(epgId)
  }, [epgId, isReady])
}
