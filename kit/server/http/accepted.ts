/** Thrown by handlers that stored a call for later approval instead of making the change. Becomes a 202 response with this body. */
export class AcceptedError extends Error {
  readonly body: object
  constructor(body: object) {
    super('accepted')
    this.name = 'AcceptedError'
    this.body = body
  }
}
