import { expect, test } from 'vitest'
import { startTestServer } from '#test/serve.ts'
import { type CastTexts, castDataId } from '../cast-data.ts'

const { app } = await startTestServer()
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const textsOf = (html: string) => JSON.parse(new RegExp(`id="${castDataId}">(.*?)</script>`, 's').exec(html)?.[1] ?? 'null') as CastTexts

test('only the casting page’s policy allows Google’s script, and it cannot be framed', async () => {
  const cast = await get('/cast')
  expect(cast.statusCode).toBe(200)
  const policy = String(cast.headers['content-security-policy'])
  expect(policy).toMatch(/script-src 'self'( https:\/\/www\.gstatic\.com\/[a-z/]+\/)+;/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/; sandbox allow-scripts allow-presentation$/)
  // With any other value, the browser would not show a sandboxed page.
  expect(cast.headers['cross-origin-opener-policy']).toBe('unsafe-none')
  for (const other of ['/api/channel', '/embed/nowhere0000', '/cast/more', '/nowhere'])
    expect(String((await get(other)).headers['content-security-policy'])).toMatch(/script-src 'self';(?!.*sandbox)/)
})

test('the casting page uses the player’s language, else the browser’s, without user data or cookies', async () => {
  const start = async (path: string, accepts: string) => {
    const { body, headers } = await get(path, { 'accept-language': accepts })
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['cache-control']).toBe('no-store')
    return [/<html lang="(..)"/.exec(body)?.[1], textsOf(body).stop]
  }
  expect(await start('/cast', 'nl')).toEqual(['nl', 'Stoppen met casten'])
  expect(await start('/cast?lang=en', 'nl')).toEqual(['en', 'Stop casting'])
  expect(await start('/cast?lang=%3Cscript%3E&lang=x', 'en')).toEqual(['en', 'Stop casting'])
  expect(textsOf((await get('/cast')).body).failed).toBe('Cast init error')
})
