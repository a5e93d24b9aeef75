import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Adds S3's multipart features that s3rver lacks: listing uploads and parts, aborting, and refusing parts of missing uploads. */
export function respondToMultiparts(
  directory: string,
  bucket: string,
  method: string,
  url: URL,
): { status: number; body: string } | undefined {
  const folder = join(directory, bucket, '._S3rver_uploads')
  const xml = (name: string, body: string) => `<?xml version="1.0"?><${name}>${body}</${name}>`
  const multipartId = url.searchParams.get('uploadId')
  if (multipartId === null) {
    if (method !== 'GET' || !url.searchParams.has('uploads')) return undefined
    const prefix = url.searchParams.get('prefix') ?? ''
    const result = (existsSync(folder) ? readdirSync(folder) : [])
      .map((id) => ({ id, key: readFileSync(join(folder, id, 'key'), 'utf8'), begunAt: statSync(join(folder, id, 'key')).mtime }))
      .filter(({ key }) => key.startsWith(prefix))
      .map(
        ({ id, key, begunAt }) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
      )
    return { status: 200, body: xml('ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${result.join('')}`) }
  }
  const uploadFolder = join(folder, multipartId)
  if (!existsSync(uploadFolder)) return { status: 404, body: xml('Error', '<Code>NoSuchUpload</Code>') }
  if (method === 'DELETE') {
    rmSync(uploadFolder, { recursive: true })
    return { status: 204, body: '' }
  }
  if (method !== 'GET') return undefined
  const parts = readdirSync(uploadFolder)
    .filter((name) => existsSync(join(uploadFolder, `${name}.md5`)))
    .map(Number)
    .toSorted((a, b) => a - b)
    .map((number) => {
      const { size, mtime } = statSync(join(uploadFolder, String(number)))
      const etag = readFileSync(join(uploadFolder, `${number}.md5`), 'utf8')
      return `<Part><PartNumber>${number}</PartNumber><LastModified>${mtime.toISOString()}</LastModified><ETag>"${etag}"</ETag><Size>${size}</Size></Part>`
    })
  return { status: 200, body: xml('ListPartsResult', `<IsTruncated>false</IsTruncated>${parts.join('')}`) }
}
