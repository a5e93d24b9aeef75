import { t } from '../texts.ts'

/** Returns how to arrange: by mouse, or by touch on devices that can't hover. */
export const arrangingHint = () => t(window.matchMedia('(hover: none)').matches ? 'bar.arrange_hint.touch' : 'bar.arrange_hint.mouse')
