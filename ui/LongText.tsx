import { useLayoutEffect, useRef, useState } from 'react'
import { scrollBehavior } from './arrow-navigation.ts'
import { cx } from './cx.ts'
import { t } from './texts.ts'
import css from './LongText.module.css'

interface LongTextProps {
  children: string
  className?: string | undefined
  /** True if there is more text than `children`. */
  isCut?: boolean
  onToggle?: (open: boolean) => void
}

/** Shows the start of a text, and a button for the whole text. */
export function LongText({ children, className, isCut = false, onToggle }: LongTextProps) {
  const text = useRef<HTMLParagraphElement>(null)
  /** Height in px before a press, until the text has changed. */
  const heightBefore = useRef<number>(undefined)
  const [isOpen, setIsOpen] = useState(false)
  const [long, setLong] = useState(isCut)
  const [isAlignedRight, setIsAlignedRight] = useState(false)

  // A layout effect, because the number of lines is known only after layout. The number changes with the width.
  useLayoutEffect(() => {
    const { current } = text
    if (!current) return
    setIsAlignedRight(current.matches(':dir(rtl)'))
    const measure = () => setLong((now) => now || current.scrollHeight > current.clientHeight + 1)
    const sizes = new ResizeObserver(measure)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [])

  // Unfolds or folds the text from its previous height.
  useLayoutEffect(() => {
    const { current } = text
    const from = heightBefore.current
    heightBefore.current = undefined
    if (!current || from === undefined || scrollBehavior() === 'instant') return
    current.animate(
      // A single value would apply only from the middle of the animation.
      { height: [`${from}px`, `${current.offsetHeight}px`], maxHeight: ['none', 'none'], overflow: ['hidden', 'hidden'] },
      { duration: 250, easing: 'ease-out' },
    )
  })

  const toggle = () => {
    heightBefore.current = text.current?.offsetHeight
    setIsOpen(!isOpen)
    onToggle?.(!isOpen)
  }

  return (
    <div className={cx(css.place, isAlignedRight && css.fromRight, className)} dir="auto">
      <p ref={text} className={cx(css.text, !isOpen && css.closed, !isOpen && long && css.cut)}>
        {children}
      </p>
      {long && (
        <button type="button" className={css.more} aria-expanded={isOpen} onClick={toggle}>
          {t(isOpen ? 'text.less' : 'text.more')}
        </button>
      )}
    </div>
  )
}
