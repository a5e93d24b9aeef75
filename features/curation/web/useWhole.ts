import { useMemo } from 'react'
import { useRead } from '#kit/web/use.ts'
import { curationContract, type Series, type Video } from '../contract.ts'

/**
 * Reads the texts of a video whole: an answer about its channel has their beginnings only.
 * @returns `video` as it was given until its own answer has come (then `is_cut` is still true), and why that did not come
 */
export function useWholeVideo<Given extends Video | undefined>(given: Given) {
  const isCut = given?.is_cut ?? false
  const input = { params: { id: given?.id ?? '' }, query: { playlist: given?.pivot.playlist_id } }
  const { data, error, refetch } = useRead(curationContract.getVideo, input, { enabled: isCut })
  const video = useMemo(() => {
    if (!isCut || !given || !data) return given
    const { description, more_description, is_cut } = data
    return { ...given, description, more_description, is_cut }
  }, [given, isCut, data])
  return { video, error, refetch }
}

/**
 * Reads the description of a series whole: an answer about its channel has its beginning only.
 * @returns `series` as it was given until its own answer has come (then `is_cut` is still true), and why that did not come
 */
export function useWholeSeries<Given extends Series | undefined>(given: Given, { enabled = true } = {}) {
  const isCut = given?.is_cut ?? false
  const input = { params: { id: given?.id ?? '' }, query: { playlist: given?.playlist_id } }
  const { data, error, refetch } = useRead(curationContract.getSeries, input, { enabled: enabled && isCut })
  const series = useMemo(() => {
    if (!isCut || !given || !data) return given
    const { description, is_cut } = data
    return { ...given, description, is_cut }
  }, [given, isCut, data])
  return { series, error, refetch }
}
