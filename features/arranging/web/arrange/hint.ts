import { t } from '../texts.ts'

/** How to arrange: by mouse, or by touch where nothing hovers. */
export const arrangeHint = () => t(window.matchMedia('(hover: none)').matches ? 'bar.arrange_hint.touch' : 'bar.arrange_hint.mouse')
