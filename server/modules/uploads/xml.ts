/** Reads one part of a workbook as XML: strictly, bounded, without document types or entities of its own. */
import sax from 'sax'
import type { Tag } from 'sax'
import type { Archive } from './archive.ts'
import { damaged, FILE_LIMITS, tooMuch } from '../../lib/file-problem.ts'

export interface XmlHandlers {
  /** Name without its prefix. */
  open(name: string, attribute: (name: string) => string | undefined): void
  text(text: string): void
  close(name: string): void
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** @throws {FileProblem} UPLOAD_DAMAGED, UPLOAD_TOO_MUCH */
export async function readXml(archive: Archive, part: string, { open, text, close }: XmlHandlers): Promise<void> {
  const parser = sax.parser(true, { position: false })
  let depth = 0
  parser.onprocessinginstruction = ({ name, body }) => {
    const encoding = /encoding\s*=\s*["']([^"']+)/i.exec(body)?.[1]
    if (name === 'xml' && encoding !== undefined && !/^utf-?8$/i.test(encoding))
      throw damaged(`${part} is written in ${encoding.slice(0, 20)}, not in UTF-8`)
  }
  parser.ondoctype = () => {
    throw damaged(`${part} has a document type`)
  }
  parser.onopentag = (tag) => {
    depth += 1
    if (depth > FILE_LIMITS.depth)
      throw tooMuch(`${part} is nested more than ${FILE_LIMITS.depth} deep`, `${FILE_LIMITS.depth} levels`)
    const { attributes, name } = tag as Tag
    open(local(name), (wanted) => (Object.hasOwn(attributes, wanted) ? attributes[wanted] : undefined))
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- no DOM: the handlers of sax are properties
  parser.ontext = text
  parser.oncdata = text
  parser.onclosetag = (name) => {
    depth -= 1
    close(local(name))
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above
  parser.onerror = (error) => {
    throw damaged(`${part}: ${(error.message.split('\n')[0] ?? '').slice(0, 80)}`)
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Buffer): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw damaged(`${part} is not text in UTF-8`)
    }
  }
  const write = (piece: string) => {
    if (piece.includes('\0')) throw damaged(`${part} holds a NUL character`)
    parser.write(piece)
  }
  await archive.read(part, (bytes) => write(decode(bytes)))
  write(decode())
  parser.close()
}
