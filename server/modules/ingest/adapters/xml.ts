/**
 * XML from devices, as a small tree. Strict, and without the parts of XML that a counter does not need: no document
 * type, no entities of its own, no instructions, no CDATA, no other encodings. So nothing can be fetched, and nothing
 * can grow.
 */
import sax, { type SAXOptions, type SAXParser, type Tag } from 'sax'
import { invalid } from './read.ts'

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  /** Its own text, trimmed. */
  readonly text: string
  /** Line of its start, from 1. */
  readonly line: number
}

const DEPTH_LIMIT = 32
const ELEMENT_LIMIT = 250_000
const ATTRIBUTE_LIMIT = 64
const VALUE_LIMIT = 4096
const BYTES_LIMIT = 16 * 1024 * 1024
/** The parser's own buffer check runs once a write, so it is fed in pieces. */
const CHUNK = 32 * 1024

interface Open {
  readonly name: string
  readonly attributes: Record<string, string>
  readonly children: Open[]
  text: string
  readonly line: number
}

/**
 * Reads one document.
 *
 * @throws {IngestError} PAYLOAD_INVALID with the line, for anything that is not whole, plain, well-formed UTF-8 XML
 */
export function parseXml(bytes: unknown): Element {
  const text = textOfXml(bytes)
  const xml = sax.parser(true, { position: true, strictEntities: true } as SAXOptions)
  const stack: Open[] = []
  let root: Open | null = null
  let elements = 0
  let attributes = 0

  const refuse = (why: string): never => {
    throw invalid(`Line ${xml.line + 1}: ${why}.`, { line: xml.line + 1 })
  }
  const handlers: Partial<SAXParser> = {
    onerror: (cause) => {
      refuse(cause.message.split('\n')[0] ?? 'not well-formed')
    },
    ondoctype: () => refuse('a document type is not allowed'),
    onsgmldeclaration: () => refuse('declarations are not allowed'),
    onopencdata: () => refuse('CDATA is not allowed'),
    onprocessinginstruction({ name, body }) {
      if (name !== 'xml' || elements > 0) refuse('processing instructions are not allowed')
      const encoding = /encoding\s*=\s*["']([^"']*)["']/.exec(body)?.[1]
      if (encoding !== undefined && !/^(utf-8|us-ascii)$/i.test(encoding))
        refuse(`the encoding is ${JSON.stringify(encoding.slice(0, 30))}; expected UTF-8`)
    },
    onattribute({ value }) {
      attributes += 1
      if (attributes > ATTRIBUTE_LIMIT) refuse(`an element has more than ${ATTRIBUTE_LIMIT} attributes`)
      if (value.length > VALUE_LIMIT) refuse(`an attribute is longer than ${VALUE_LIMIT} characters`)
    },
    onopentag({ name, attributes: given }) {
      attributes = 0
      elements += 1
      if (elements > ELEMENT_LIMIT) refuse(`more than ${ELEMENT_LIMIT} elements`)
      if (stack.length >= DEPTH_LIMIT) refuse(`elements are nested deeper than ${DEPTH_LIMIT}`)
      const element: Open = { name, attributes: given as Tag['attributes'], children: [], text: '', line: xml.line + 1 }
      const parent = stack.at(-1)
      if (parent) parent.children.push(element)
      else root ??= element
      stack.push(element)
    },
    ontext(text) {
      const open = stack.at(-1)
      if (open === undefined) return
      if (open.text.length + text.length > VALUE_LIMIT) refuse(`a text is longer than ${VALUE_LIMIT} characters`)
      open.text = `${open.text}${text}`.trim()
    },
    onclosetag() {
      stack.pop()
    },
  }
  Object.assign(xml, handlers)

  for (let at = 0; at < text.length; at += CHUNK) xml.write(text.slice(at, at + CHUNK))
  xml.close()
  return root ?? refuse('there is no element')
}

function textOfXml(bytes: unknown): string {
  if (!(bytes instanceof Uint8Array)) throw invalid('The body was not read as bytes; send it as XML.')
  if (bytes.length > BYTES_LIMIT)
    throw invalid(`The document has ${bytes.length} bytes; at most ${BYTES_LIMIT} are read.`)
  const nul = bytes.indexOf(0)
  // Every character of a counter's UTF-16 has a zero byte, so this names it too.
  if (nul >= 0) throw invalid(`Byte ${nul + 1} is zero; expected plain UTF-8 text, not UTF-16.`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw invalid('The document is not UTF-8.', undefined, cause)
  }
  const declaration = /<!(?!--)/.exec(text)
  if (declaration) {
    const line = text.slice(0, declaration.index).split('\n').length
    throw invalid(`Line ${line}: declarations such as a document type, entities or CDATA are not allowed.`, { line })
  }
  return text
}

/** Elements of a name anywhere below, in the order of the document. */
export function below(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...below(child, name)])
}

/** An attribute without regard to capitals: firmware versions differ in them. */
export function attribute(element: Element, name: string): string | undefined {
  const exact = element.attributes[name]
  if (exact !== undefined) return exact
  const wanted = name.toLowerCase()
  for (const key in element.attributes) if (key.toLowerCase() === wanted) return element.attributes[key]
  return undefined
}
