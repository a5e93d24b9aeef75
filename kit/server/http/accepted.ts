/** Thrown by handlers that have stored a call for later approval, instead of making its change: a 202 with this body. */
export class AcceptedError extends Error {
  readonly body: object
  constructor(body: object) {
    super('accepted')
    this.name = 'AcceptedError'
    this.body = body
  }
}
