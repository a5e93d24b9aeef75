import { useMemo } from 'react'
import { useRead } from '#kit/web/read.ts'
import { channelsContract, type Series, type Video } from '../contract.ts'

/**
 * Reads the full texts of a video, which the response of its channel truncates.
 * @returns `video` with `is_cut` until its own response arrives, and the error if that failed
 */
export function useFullVideo<Truncated extends Video | undefined>(truncated: Truncated) {
  const isCut = truncated?.is_cut ?? false
  const input = { params: { id: truncated?.id ?? '' }, query: { playlist: truncated?.pivot.playlist_id } }
  const { data, error, refetch } = useRead(channelsContract.getVideo, input, { enabled: isCut })
  const video = useMemo(() => {
    if (!isCut || !truncated || !data) return truncated
    const { description, more_description, is_cut } = data
    return { ...truncated, description, more_description, is_cut }
  }, [truncated, isCut, data])
  return { video, error, refetch }
}

/**
 * Reads the full description of a series, which the response of its channel truncates.
 * @returns `series` with `is_cut` until its own response arrives, and the error if that failed
 */
export function useFullSeries<Truncated extends Series | undefined>(truncated: Truncated, { enabled = true } = {}) {
  const isCut = truncated?.is_cut ?? false
  const input = { params: { id: truncated?.id ?? '' }, query: { playlist: truncated?.playlist_id } }
  const { data, error, refetch } = useRead(channelsContract.getSeries, input, { enabled: enabled && isCut })
  const series = useMemo(() => {
    if (!isCut || !truncated || !data) return truncated
    const { description, is_cut } = data
    return { ...truncated, description, is_cut }
  }, [truncated, isCut, data])
  return { series, error, refetch }
}
