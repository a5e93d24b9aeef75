import { expect, test } from 'vitest'
import { isAdultGroup } from './adult-groups.ts'

test.each([
  '+18', '18+', '(18 +)', 'NL | 18+', 'VIP +18', 'XXX', 'For Adults', 'ADULTS ONLY', 'X-Rated', 'Adult_Movies', 'Adulte', 'FR ADULTES',
  'Adultos', 'Adulti', 'Canales para adultos', 'Volwassenen', 'Voor volwassenen', 'Nur für Erwachsene', 'Erotiek', 'Erotik', 'Érotique',
  'Erotyka', 'Dla dorosłych', 'Pro dospělé', 'Felnőtt tartalom', 'Yetişkin', 'Vuxna', 'Voksne', 'Aikuisviihde', 'Za odrasle', 'Взрослые',
  'Для взрослых', 'Эротика', 'Дорослі', 'За възрастни', 'Ενηλίκων', 'للكبار فقط', 'מבוגרים', '成人频道', 'アダルト', '성인', 'Người lớn', 'ＸＸＸ',
  'Porno', 'Playboy TV', 'FSK 18', 'Ab 18', '-18 ans', 'Sexy',
])('the group %s is for adults', (name) => {
  expect(isAdultGroup(name)).toBe(true)
}) // prettier-ignore

test.each([
  'Adult Swim', '[adult swim]', 'Adult Contemporary', 'Hot Adult Contemporary', 'Adult Hits', 'Adult Alternative', 'Adult Standards',
  'Adulto contemporáneo', 'Young Adult', 'Young adulthood', 'Adult education', 'Educação de Jovens e Adultos', 'Jeunes adultes', 'CANAL+ 18',
  'Canal+18', '2018+', '118+', 'Ziggo 18', 'Channels 1-18', 'Volwassenenonderwijs', 'Erwachsenenbildung', 'Essex', 'Pornic', 'Sussex News',
  'Super Bowl XXX', 'U18 Football', 'News', 'Kids 3+', 'Eros Now', 'Neurotic', 'Sex and the City', 'Adulis',
])('the group %s is not for adults', (name) => {
  expect(isAdultGroup(name)).toBe(false)
}) // prettier-ignore

/** Texts that are each repeated to 100 kB: words, partial words, word endings, and combining marks, which normalization sorts. */
const units = `adult |young adult |no adult |educación de |adult top 1|r&b |fsk |xxx|porno|18 |18+ |+|_-.|ß|성인 |взросл|ﷺ|\u0315\u0300|a\u0301`
const hostile = units.split('|').flatMap((unit) => {
  const long = unit.repeat(100_000 / unit.length)
  return [long, `adult ${long}`, `eroti${long}!`]
})

test('names of 100 kB are checked in limited time', () => {
  const slow = hostile.filter((name) => {
    const before = process.threadCpuUsage()
    isAdultGroup(name)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000 > 100
  })
  expect(slow.map((name) => JSON.stringify(name.slice(0, 20)))).toEqual([])
})
