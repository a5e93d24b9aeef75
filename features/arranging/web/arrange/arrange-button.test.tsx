import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { editModeId } from '#features/channels/web/edit-mode.ts'
import { channelContents, channelHeads } from '#features/channels/web/channel/elements.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import en from '../../locales/en.json' with { type: 'json' }
import { ArrangeButton } from './ArrangeButton.tsx'

const contentRef = channelContents.ref('Pl3Jw8PdY6t')
const headRef = channelHeads.ref(undefined)
const subject = { id: 'Pl3Jw8PdY6t', channel: { may_edit: true }, open: {} } as unknown as SubjectOf<'playlist'>

test.each([
  [false, en.bar.arrange_hint.mouse],
  [true, en.bar.arrange_hint.touch],
])('the hint describes touch or mouse: touch %s', async (isTouch, hint) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.stubGlobal('matchMedia', () => ({ matches: isTouch, addEventListener: () => {}, removeEventListener: () => {} }))
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    vi.unstubAllGlobals()
  })
  await act(async () =>
    root.render(
      <article ref={contentRef}>
        <header ref={headRef} />
        <ArrangeButton subject={subject} />
      </article>,
    ),
  )
  const button = document.querySelector('button')!
  // The button has a name even where only its icon is shown.
  expect(button.getAttribute('aria-label')).toBe(en.arrange.name)
  await act(async () => editModeId.set('Pl3Jw8PdY6t'))
  expect(document.querySelector('header')!.dataset['hint']).toBe(hint)
  expect(button.getAttribute('aria-label')).toBe(en.arrange.done)
})
