import { createRequire } from 'node:module'

export interface ReceiptDrawing {
  /** Language of the text, for PDF readers: `en` or `nl`. */
  language: string
  title: string
  /** Address lines of the seller, then of the customer. */
  parties: readonly (readonly string[])[]
  /** Each with a label and a value. */
  details: readonly (readonly [string, string])[]
  /** Each with a label and an amount. The last is the total. */
  amounts: readonly (readonly [string, string])[]
  footer: string
  /** Creation time of the PDF, as ISO 8601. A fixed time, so that drawing a receipt again returns the same bytes. */
  createdAt: string
}

const fontPath = (name: string) => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
const margin = 56
const width = 595 - 2 * margin

/** Returns a PDF of one A4 page. Its font has all accented Latin letters, Greek and Cyrillic. */
export async function drawReceipt({ language, title, parties, details, amounts, footer, createdAt }: ReceiptDrawing): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    lang: language,
    info: { Title: title, CreationDate: new Date(createdAt), ModDate: new Date(createdAt) },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    pdf.on('error', reject)
  })
  pdf.registerFont('text', fontPath('DejaVuSans'))
  pdf.registerFont('strong', fontPath('DejaVuSans-Bold'))

  pdf.font('strong').fontSize(20).text(title)
  pdf.fontSize(10).moveDown(1.5)
  for (const [first, ...others] of parties) {
    pdf.font('strong').text(first ?? '')
    pdf.font('text').text(others.join('\n')).moveDown()
  }
  const row = ([label, value]: readonly [string, string], align: 'left' | 'right') => {
    const { y } = pdf
    pdf.text(label, margin, y, { width: width / 2 })
    const bottom = pdf.y
    pdf.text(value, margin + width / 2, y, { width: width / 2, align })
    pdf.y = Math.max(bottom, pdf.y) + 4
  }
  for (const detail of details) row(detail, 'left')
  pdf.moveDown()
  amounts.forEach((amount, index) => {
    const isTotal = index === amounts.length - 1
    if (isTotal)
      pdf
        .moveTo(margin, pdf.y)
        .lineTo(margin + width, pdf.y)
        .stroke()
        .moveDown(0.5)
    pdf.font(isTotal ? 'strong' : 'text')
    row(amount, 'right')
  })
  pdf
    .font('text')
    .fontSize(8)
    .text(footer, margin, pdf.y + 24, { width })
  pdf.end()
  return finished
}
