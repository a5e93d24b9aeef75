declare module 's3rver' {
  import type { IncomingMessage } from 'node:http'
  import type { AddressInfo } from 'node:net'
  interface S3Context {
    status: number
    /** False if another handler responds. */
    respond: boolean
    req: IncomingMessage
    body: string
    type: string
    get: (header: string) => string
  }
  export default class S3rver {
    constructor(options: { port: number; address: string; silent: boolean; directory: string; configureBuckets: { name: string }[] })
    /** The Koa application's middleware. */
    middleware: ((context: S3Context, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
