import { useMemo } from 'react'
import { useRead } from '#kit/web/use.ts'
import { channelsContract, type Series, type Video } from '../contract.ts'

/**
 * Reads the full texts of a video, because the response of its channel truncates them.
 * @returns `video` unchanged until its own response arrives (`is_cut` is still true then), and the error if that failed
 */
export function useFullVideo<Given extends Video | undefined>(given: Given) {
  const isCut = given?.is_cut ?? false
  const input = { params: { id: given?.id ?? '' }, query: { playlist: given?.pivot.playlist_id } }
  const { data, error, refetch } = useRead(channelsContract.getVideo, input, { enabled: isCut })
  const video = useMemo(() => {
    if (!isCut || !given || !data) return given
    const { description, more_description, is_cut } = data
    return { ...given, description, more_description, is_cut }
  }, [given, isCut, data])
  return { video, error, refetch }
}

/**
 * Reads the full description of a series, because the response of its channel truncates it.
 * @returns `series` unchanged until its own response arrives (`is_cut` is still true then), and the error if that failed
 */
export function useFullSeries<Given extends Series | undefined>(given: Given, { enabled = true } = {}) {
  const isCut = given?.is_cut ?? false
  const input = { params: { id: given?.id ?? '' }, query: { playlist: given?.playlist_id } }
  const { data, error, refetch } = useRead(channelsContract.getSeries, input, { enabled: enabled && isCut })
  const series = useMemo(() => {
    if (!isCut || !given || !data) return given
    const { description, is_cut } = data
    return { ...given, description, is_cut }
  }, [given, isCut, data])
  return { series, error, refetch }
}
