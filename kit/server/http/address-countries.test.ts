import { expect, test, vi } from 'vitest'
import { createAddressCountries } from './address-countries.ts'
import { createLog } from '../log.ts'

const log = createLog({ level: 'silent' })

test('public addresses have countries, others have none; the file is read on demand', () => {
  const countries = createAddressCountries(log)
  for (const address of ['127.0.0.1', '::1', '10.1.2.3', '192.168.1.7', 'fd00::1', '169.254.1.1', '192.0.2.1', '', 'x', '::ffff:10.0.0.1'])
    expect([address, countries.find(address)]).toEqual([address, null])
  expect(countries.madeAt()).toBeUndefined()
  expect(countries.find('193.191.1.1')).toBe('BE')
  expect(countries.find('::ffff:193.191.1.1')).toBe('BE')
  expect(countries.find('2a02:2788::1')).toBe('BE')
  expect(countries.find('8.8.8.8')).toBe('US')
  expect(countries.madeAt()!.getFullYear()).toBeGreaterThan(2025)
})

test('without its file all countries are unknown, and one warning is logged', () => {
  const warn = vi.spyOn(log, 'warn')
  const countries = createAddressCountries(log, () => Buffer.from('no such thing'))
  expect([countries.find('8.8.8.8'), countries.find('8.8.4.4')]).toEqual([null, null])
  expect(warn).toHaveBeenCalledTimes(1)
})
