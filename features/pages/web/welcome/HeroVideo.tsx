import { useEffect, useRef, useState } from 'react'
import { cx } from '#ui/cx.ts'
import css from './HeroVideo.module.css'

interface HeroVideoProps {
  file: string
  className: string | undefined
  isMoving: boolean
}

/** The video at the top, muted, which plays while in view. */
export function HeroVideo({ file, className, isMoving }: HeroVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)

  useEffect(() => {
    const current = video.current!
    const follow = (isInView: boolean) => (isMoving && isInView ? void current.play().catch(() => undefined) : current.pause())
    const viewObserver = new IntersectionObserver((entries) => follow(entries.at(-1)?.isIntersecting ?? false))
    viewObserver.observe(current)
    return () => viewObserver.disconnect()
  }, [isMoving])

  return (
    <video
      ref={video}
      className={cx(css.video, className)}
      data-playing={isPlaying || undefined}
      src={file}
      muted
      loop
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      aria-hidden="true"
      onPlaying={() => setIsPlaying(true)}
    />
  )
}
