/** Reads what Chromium prints, as far as a test must: the words of a document, in the order in which they are drawn. */
import { inflateSync } from 'node:zlib'

interface Part {
  readonly head: string
  readonly stream: string
}

/** The numbered parts of the file; streams as text, where they are deflated. */
function partsOf(pdf: string): Map<number, Part> {
  const found = new Map<number, Part>()
  for (const [, number, body = ''] of pdf.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', stream = ''] = body.split(/stream\r?\n/)
    let text = ''
    try {
      text = inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    } catch {
      // A picture in a coding of its own, or no stream.
    }
    found.set(Number(number), { head, stream: text })
  }
  return found
}

const sign = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Which sign each number of a font represents, and how many digits a number has. */
function fontOf(parts: ReadonlyMap<number, Part>, font: number): { width: number; signs: ReadonlyMap<string, string> } {
  const head = parts.get(font)?.head ?? ''
  const map = parts.get(Number(/\/ToUnicode (\d+) 0 R/.exec(head)?.[1]))?.stream ?? ''
  const signs = new Map(
    [...map.matchAll(/^<([0-9A-F]+)> <((?:[0-9A-F]{4})+)>$/gm)].map(([, code = '', hex = '']) => [code, sign(hex)]),
  )
  for (const [, from = '', to = '', hex = ''] of map.matchAll(/^<([0-9A-F]+)> <([0-9A-F]+)> <([0-9A-F]{4})>$/gm)) {
    for (let code = parseInt(from, 16); code <= parseInt(to, 16); code++)
      signs.set(
        code.toString(16).toUpperCase().padStart(from.length, '0'),
        String.fromCharCode(parseInt(hex, 16) + code - parseInt(from, 16)),
      )
  }
  return { width: head.includes('/Type0') ? 4 : 2, signs }
}

/** All words of a PDF without the spaces between them. Chromium names a font after the number of its part. */
export function wordsOfPdf(bytes: Buffer): string {
  const parts = partsOf(bytes.toString('latin1'))
  const fonts = new Map<number, ReturnType<typeof fontOf>>()
  let words = ''
  for (const { stream } of parts.values()) {
    let font: ReturnType<typeof fontOf> | undefined
    for (const [, name, hex] of stream.matchAll(/\/F(\d+) [\d.]+ Tf|<([0-9A-F]+)>(?=[^<>\n]*T[jJ])/g)) {
      if (name !== undefined) {
        font = fonts.get(Number(name)) ?? fontOf(parts, Number(name))
        fonts.set(Number(name), font)
      } else if (font !== undefined) {
        for (let at = 0; at < (hex ?? '').length; at += font.width)
          words += font.signs.get((hex ?? '').slice(at, at + font.width)) ?? ''
      }
    }
  }
  return words.replace(/\s/g, '')
}
