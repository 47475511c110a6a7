/**
 * Places of the parts of a JSON text. An object or list is read when a part of it is asked for, and deeper parts are
 * skipped: a few findings in a long document cost little more than one pass over its text.
 */
import { join } from './pointer.ts'

/** In UTF-16 units of the text. */
export interface Place {
  readonly from: number
  readonly length: number
}

interface Part extends Place {
  readonly opens: number
  parts?: ReadonlyMap<string, Part>
}

const [QUOTE, BACKSLASH, COMMA, COLON, SPACE] = [0x22, 0x5c, 0x2c, 0x3a, 0x20]
const isOpening = (code: number) => code === 0x7b || code === 0x5b
const isClosing = (code: number) => code === 0x7d || code === 0x5d

/**
 * Looks places up by JSON pointer: the key of an object or list, else the value; the nearest parent of what is not
 * there. `text` is valid JSON; of a key that is written twice, the later one counts.
 */
export function placesOf(text: string): (pointer: string) => Place {
  const start = past(text, 0)
  const root: Part = {
    from: start,
    length: isOpening(text.charCodeAt(start)) ? 1 : endOf(text, start) - start,
    opens: start,
  }
  return (pointer) => {
    let here = root
    for (let at = 0; at < pointer.length;) {
      const next = pointer.indexOf('/', at + 1)
      const end = next === -1 ? pointer.length : next
      const found = (here.parts ??= partsOf(text, here.opens)).get(pointer.slice(at, end))
      if (found === undefined) break
      here = found
      at = end
    }
    return here
  }
}

/** The members of what opens at an offset, by the piece of a pointer that names them. */
function partsOf(text: string, opens: number): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>()
  if (!isOpening(text.charCodeAt(opens))) return parts
  const isObject = text.charCodeAt(opens) === 0x7b
  for (let i = past(text, opens + 1), index = 0; i < text.length && !isClosing(text.charCodeAt(i)); index++) {
    const [from, keyEnd] = [i, isObject ? endOf(text, i) : i]
    if (isObject) {
      i = past(text, keyEnd)
      if (text.charCodeAt(i) === COLON) i = past(text, i + 1)
    }
    const end = endOf(text, i)
    const key = isObject ? join(JSON.parse(text.slice(from, keyEnd)) as string) : join(index)
    const shown = !isOpening(text.charCodeAt(i))
      ? { from: i, length: end - i }
      : isObject
        ? { from, length: keyEnd - from }
        : { from: i, length: 1 }
    parts.set(key, { ...shown, opens: i })
    i = past(text, end)
    if (text.charCodeAt(i) === COMMA) i = past(text, i + 1)
  }
  return parts
}

/** The first offset from `at` on that is no white space. */
function past(text: string, at: number): number {
  let i = at
  while (text.charCodeAt(i) <= SPACE) i++
  return i
}

/** The offset behind the value that begins at `at`. */
function endOf(text: string, at: number): number {
  let [i, depth] = [at, 0]
  while (i < text.length) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      i = quoteAfter(text, i)
      if (depth === 0) return i + 1
    } else if (isOpening(code)) depth++
    else if (isClosing(code)) {
      if (depth === 0) return i
      if (--depth === 0) return i + 1
    } else if (depth === 0 && (code === COMMA || code === COLON || code <= SPACE)) return i
    i++
  }
  return i
}

/** Where the string that begins at `at` has its closing quote; the end of the text where it has none. */
export function quoteAfter(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}
