// The floor of uploads: pipes the request to the disk.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const path = join(process.env['FOLDER']!, 'bare')
createServer((request, response) => {
  const handling = request.method === 'GET' ? rm(path, { force: true }) : pipeline(request, createWriteStream(path))
  void handling.then(() => response.end('{}'))
}).listen(Number(process.env['PORT']), '127.0.0.1')
