import type { WheelEvent } from 'react'

/** A wheel listener: scrolls the first child sideways, because a mouse can't swipe. */
export const scrollLine = ({ currentTarget, ctrlKey, deltaX, deltaY }: WheelEvent<HTMLElement>) => {
  // With Ctrl, the wheel zooms.
  if (deltaX === 0 && !ctrlKey) currentTarget.firstElementChild?.scrollBy({ left: deltaY })
}
