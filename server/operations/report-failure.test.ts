import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { makeFolder } from '#test/folders.ts'
import { reportFailure } from './report-failure.ts'

const folder = makeFolder('choice-report-failure')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a failed unit is logged as an error and mailed to CONTACT, without a database', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    await reportFailure(['choice-backup.service'], { DATA_DIR: folder, CONTACT: 'desk@club.example' }, folder)
    expect(stderr.mock.calls.flat()).toContain('<3>choice-backup.service failed: journalctl -u choice-backup.service\n')
    await expect(reportFailure(['choice-backup.service'], { DATA_DIR: folder }, folder)).rejects.toThrow('set CONTACT')
  } finally {
    stderr.mockRestore()
  }
  const mails = readdirSync(join(folder, 'outbox')).map((name) => readFileSync(join(folder, 'outbox', name), 'utf8'))
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('To: desk@club.example')
  expect(mails[0]).toMatch(/^Subject: .*choice-backup\.service failed on/m)
})
