/** The small tree that XML of devices becomes, its limits, and what of XML is refused with the line it is in. */
import { describe, expect, test } from 'vitest'
import { refusalOf } from './testing.ts'
import { attribute, below, parseXml } from './xml.ts'

const parse = (text: string) => parseXml(Buffer.from(text))
const refused = (text: string) => refusalOf(() => parse(text))

test('elements have their attributes, their own text trimmed, their children and the line they begin in', () => {
  expect(parse('<?xml version="1.0" encoding="utf-8"?>\n<a x="1">\n  one <b/> two\n<c>t</c></a>')).toEqual({
    name: 'a',
    attributes: { x: '1' },
    // The line breaks between the pieces of its text are not kept.
    text: expect.stringMatching(/^one\s*two$/),
    line: 2,
    children: [
      { name: 'b', attributes: {}, text: '', line: 3, children: [] },
      { name: 'c', attributes: {}, text: 't', line: 4, children: [] },
    ],
  })
})

test('comments are left out, and the five entities of XML are read', () => {
  expect(parse('<!-- a < b --><a>&lt;&amp;&gt;<!-- c --></a>').text).toBe('<&>')
})

test('elements of a name are found anywhere below, in the order of the document, and not the one above', () => {
  const tree = parse('<r><r id="1"><x><r id="2"/></x></r><x/><r id="3"/></r>')
  expect(below(tree, 'r').map(({ attributes }) => attributes.id)).toEqual(['1', '2', '3'])
  expect(below(tree, 'none')).toEqual([])
})

test('an attribute is found without regard to capitals, the exact one first', () => {
  const tree = parse('<a ENTERS="1" Enters="2" exits="3"/>')
  expect(['Enters', 'enters', 'Exits', 'EXITS', 'Status'].map((name) => attribute(tree, name))).toEqual([
    '2',
    '1',
    '3',
    '3',
    undefined,
  ])
})

describe('limits', () => {
  const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
  const attributes = (many: number) => Array.from({ length: many }, (_, i) => `a${i}="1"`).join(' ')

  test('elements are nested 32 deep and no deeper', () => {
    expect(below(parse(nested(32)), 'a')).toHaveLength(31)
    expect(refused(nested(33))).toBe('Line 1: elements are nested deeper than 32.')
  })

  test('an element has at most 64 attributes, counted for each element', () => {
    expect(Object.keys(parse(`<a ${attributes(64)}/>`).attributes)).toHaveLength(64)
    expect(refused(`<a ${attributes(65)}/>`)).toBe('Line 1: an element has more than 64 attributes.')
    expect(below(parse(`<a><b ${attributes(40)}/><b ${attributes(40)}/></a>`), 'b')).toHaveLength(2)
  })

  test('an attribute and a text have 4096 characters and no more, also in pieces', () => {
    const long = 'x'.repeat(4096)
    expect(parse(`<a b="${long}">${long}</a>`)).toMatchObject({ attributes: { b: long }, text: long })
    expect(refused(`<a b="${long}x"/>`)).toBe('Line 1: an attribute is longer than 4096 characters.')
    expect(refused(`<a>${long}x</a>`)).toBe('Line 1: a text is longer than 4096 characters.')
    expect(refused(`<a>${long}<b/>x</a>`)).toBe('Line 1: a text is longer than 4096 characters.')
  })

  test('a document has 16 MB and no more', () => {
    const most = 16 * 1024 * 1024
    expect(refusalOf(() => parseXml(Buffer.alloc(most + 1, 32)))).toBe(
      `The document has ${most + 1} bytes; at most ${most} are read.`,
    )
    expect(refusalOf(() => parseXml(Buffer.alloc(most)))).toMatch(/^Byte 1 is zero/)
  })

  test('a document may be longer than one piece of the parser', () => {
    const many = Array.from({ length: 3000 }, (_, i) => `<count id="${i}" enters="1"/>`).join('\n')
    const found = below(parse(`<a>${many}</a>`), 'count')
    expect([found.length, found.at(-1)?.attributes.id, found.at(-1)?.line]).toEqual([3000, '2999', 3000])
  })
})

test.each([
  ['<a>\n<b></a>', /^Line 2: Unexpected close tag/],
  ['<a b=1/>', /^Line 1: Unquoted attribute value/],
  ['<a>\n<?xml version="1.0"?></a>', 'Line 2: processing instructions are not allowed.'],
  ['<?php x?><a/>', 'Line 1: processing instructions are not allowed.'],
  ['<a>\n\n<!ELEMENT x></a>', /^Line 3: declarations such as/],
  ["<?xml version='1.0' encoding='latin1'?><a/>", 'Line 1: the encoding is "latin1"; expected UTF-8.'],
  ['<?xml version="1.0" encoding="UTF-8x"?><a/>', 'Line 1: the encoding is "UTF-8x"; expected UTF-8.'],
  ['<?xml version="1.0" encoding="xUTF-8"?><a/>', 'Line 1: the encoding is "xUTF-8"; expected UTF-8.'],
  ['<!-- nothing -->', 'Line 1: there is no element.'],
  ['<a>', /^Line 1: Unclosed root tag/],
])('%j is refused with its line', (text, said) => {
  if (typeof said === 'string') expect(refused(text)).toBe(said)
  else expect(refused(text)).toMatch(said)
})

test('a refusal has its line as a value too, and what could not be decoded its cause', () => {
  const errorOf = (bytes: Buffer) => {
    try {
      return parseXml(bytes)
    } catch (error) {
      return error
    }
  }
  expect(errorOf(Buffer.from('<a>\n<?x?></a>'))).toMatchObject({ code: 'PAYLOAD_INVALID', details: { line: 2 } })
  expect(errorOf(Buffer.from('<a>\n<!DOCTYPE x></a>'))).toMatchObject({ details: { line: 2 } })
  expect(errorOf(Buffer.from([0x3c, 0xff]))).toMatchObject({ cause: expect.any(TypeError) })
})

test.each(['UTF-8', 'utf-8', 'US-ASCII'])('the encoding %s is read', (encoding) => {
  expect(parse(`<?xml version="1.0" encoding = "${encoding}"?><a/>`).name).toBe('a')
})
