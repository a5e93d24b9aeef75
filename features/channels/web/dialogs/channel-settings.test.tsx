import { beforeEach, expect, test, vi } from 'vitest'
import { dialogPage } from '#shell/test-dialog.tsx'
import { status } from '../../rules.ts'
import { sampleChannel } from '../samples.ts'
import { ChannelSettingsDialog } from './ChannelSettingsDialog.tsx'

const channel = sampleChannel({}, { status_id: status.public, slug: 'night-trains', adult: false })

let saved: object[]
const { show, submit } = dialogPage()

beforeEach(() => {
  saved = []
  vi.stubGlobal('fetch', (_url: string, { body }: RequestInit) => {
    if (typeof body === 'string') saved.push(JSON.parse(body) as object)
    return new Promise(() => {})
  })
})

test('only changed settings are saved, so that another member’s change of the others is kept', async () => {
  show(<ChannelSettingsDialog channel={channel} close={() => {}} />)
  const adult = await vi.waitFor(() => {
    const field = document.querySelector<HTMLInputElement>('input[name=adult]')
    expect(field).not.toBeNull()
    return field!
  })
  adult.click()
  submit()
  await vi.waitFor(() => expect(saved).toEqual([{ adult: true }]))
})
