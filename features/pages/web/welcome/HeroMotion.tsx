import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import { pauseFill, playFill } from '#ui/icons.ts'
import { t } from '../texts.ts'

interface HeroMotionProps {
  /** Plays without sound; without one the still picture drifts. */
  file: string | null
  className: { video: string | undefined; button: string | undefined }
  onDrift: (drifts: boolean) => void
}

/** Moves what the home opens with, until somebody stops it or it is out of sight. */
export function HeroMotion({ file, className, onDrift }: HeroMotionProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isMoving, setIsMoving] = useState(true)
  const [isPlaying, setIsPlaying] = useState(false)

  useEffect(() => {
    if (file === null) onDrift(isMoving)
  }, [file, isMoving, onDrift])

  useEffect(() => {
    const { current } = video
    if (!current) return
    const follow = (isInSight: boolean) => (isMoving && isInSight ? void current.play().catch(() => undefined) : current.pause())
    const sight = new IntersectionObserver((entries) => follow(entries.at(-1)?.isIntersecting ?? false))
    sight.observe(current)
    return () => sight.disconnect()
  }, [isMoving])

  return (
    <>
      {file !== null && (
        <video
          ref={video}
          className={className.video}
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
      )}
      <IconButton
        className={className.button}
        kind="glass"
        icon={isMoving ? pauseFill : playFill}
        iconSize={20}
        label={t(isMoving ? 'motion.stop' : 'motion.start')}
        onClick={() => setIsMoving(!isMoving)}
      />
    </>
  )
}
