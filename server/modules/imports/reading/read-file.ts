import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { ImportError } from './import-error.ts'

/** Unpacked; a year of 200 counters is some 80 MB. */
const MAX_BYTES = 400 * 1024 * 1024

/**
 * The text of a file, unpacked when it is gzip. UTF-8, UTF-16 with a mark, else Windows-1252.
 *
 * @throws {ImportError} FILE_NOT_FOUND, FILE_TOO_LARGE, FILE_NOT_TEXT
 */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new ImportError('FILE_NOT_FOUND', `${path} could not be read.`, [], { cause })
  })
  return decode(unpack(bytes, path), path)
}

function unpack(bytes: Buffer, path: string): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    if (bytes.length > MAX_BYTES) throw tooLarge(path)
    return bytes
  }
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge(path)
    throw new ImportError('FILE_NOT_TEXT', `${path} is a damaged gzip file.`, [], { cause })
  }
}

const tooLarge = (path: string) =>
  new ImportError('FILE_TOO_LARGE', `${path} is larger than ${MAX_BYTES / 1024 / 1024} MB; split it.`)

function decode(bytes: Uint8Array, path: string): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  }
  const kind = binaryKind(bytes)
  if (kind)
    throw new ImportError('FILE_NOT_TEXT', `${path} is ${kind}; a text file with separated values (CSV) was expected.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export function binaryKind(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 8))
  if (start.startsWith('PK')) return 'a zip archive or an Excel workbook'
  if (start.startsWith('\xd0\xcf\x11\xe0')) return 'an old Excel workbook'
  if (start.startsWith('%PDF')) return 'a PDF document'
  if (/^\s*<(!doctype|html)/i.test(String.fromCharCode(...bytes.subarray(0, 40)))) return 'a web page'
  return bytes.subarray(0, 4096).includes(0) ? 'a binary file' : null
}
