import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loginBodies } from './tokens.ts'

export interface Tokens extends Record<string, string> {
  access_token: string
  refresh_token: string
}

/** Calls the server as a user. */
export type Call = <Answer>(method: string, path: string, body?: object) => Promise<Answer>
export const callAs =
  (url: string, { access_token }: Tokens): Call =>
  async (method, path, body) => {
    const isForm = body instanceof FormData
    const headers = { authorization: `Bearer ${access_token}`, ...(body && !isForm && { 'content-type': 'application/json' }) }
    const response = await fetch(url + path, { method, headers, ...(body && { body: isForm ? body : JSON.stringify(body) }) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text ? JSON.parse(text) : undefined) as never
  }

const browsers = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
]

/**
 * Logs a demonstration user in on a phone and on a computer, and returns the latter's tokens.
 * @param dataDir folder with the passwords
 */
export async function logIn(url: string, dataDir: string, name: string): Promise<Tokens> {
  const user = `demo.${name}`
  const password = new RegExp(`${user}\\s+(\\S+)`).exec(readFileSync(join(dataDir, 'demo-logins.txt'), 'utf8'))?.[1] ?? ''
  const bodies = await loginBodies(url, browsers.length, () => ({ user, password }))
  let tokens: Tokens = { access_token: '', refresh_token: '' }
  for (const [index, body] of bodies.entries()) {
    const headers = { 'content-type': 'application/json', 'user-agent': browsers[index]! }
    const response = await fetch(`${url}/api/user/token`, { method: 'POST', headers, body })
    const { access_token, refresh_token } = (await response.json()) as Tokens
    tokens = { access_token, refresh_token }
  }
  return tokens
}
