import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrast, distance, mix, seenBy, type Vision } from './colour.ts'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const root = /:root \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? ''
const declared = new Map(
  [...root.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
)

/** Splits at the commas that are not inside brackets. */
function parts(text: string): string[] {
  const found = ['']
  let depth = 0
  for (const char of text) {
    if (char === '(') depth++
    if (char === ')') depth--
    if (char === ',' && depth === 0) found.push('')
    else found[found.length - 1] += char
  }
  return found.map((part) => part.trim())
}

/** The plain colour a token has in a theme: follows var(), light-dark() and color-mix(). */
function colour(value: string, theme: 'light' | 'dark'): string {
  const [, name, inner = ''] = /^([\w-]+)\((.*)\)$/s.exec(value) ?? []
  if (name === undefined) return value === '#000' ? '#000000' : value === '#fff' ? '#ffffff' : value
  const list = parts(inner)
  if (name === 'light-dark') return colour(list[theme === 'light' ? 0 : 1] ?? '', theme)
  if (name === 'var') return token((list[0] ?? '').slice(2), theme, list[1])
  if (name === 'color-mix') {
    const [, first = '', share = '50'] = /^(.*?)(?:\s+(\d+)%)?$/.exec(list[1] ?? '') ?? []
    return mix(colour(first, theme), Number(share) / 100, colour(list[2] ?? '', theme))
  }
  throw new Error(`no colour: ${value}`)
}

function token(name: string, theme: 'light' | 'dark', otherwise?: string): string {
  const value = declared.get(name) ?? otherwise
  if (value === undefined) throw new Error(`no token --${name}`)
  return colour(value, theme)
}

const themes = ['light', 'dark'] as const
const below = (pairs: readonly (readonly [string, string])[], least: number) =>
  themes.flatMap((theme) =>
    pairs.flatMap(([front, back]) => {
      const ratio = contrast(token(front, theme), token(back, theme))
      return ratio < least ? [`${theme}: ${front} on ${back} is ${ratio.toFixed(2)}`] : []
    }),
  )
const every = (fronts: readonly string[], backs: readonly string[]) =>
  fronts.flatMap((front) => backs.map((back) => [front, back] as const))

test('figures and their judgements have AAA contrast on cards', () => {
  expect(below(every(['text', 'good', 'bad', 'muted'], ['raised']), 7)).toEqual([])
})

test('text has AA contrast on every surface it is on', () => {
  expect(
    below(
      every(
        ['text', 'muted'],
        [
          'surface',
          'raised',
          'sunken',
          'overlay',
          'hover',
          'pressed',
          'accent-soft',
          'good-soft',
          'bad-soft',
          'warn-soft',
          'info-soft',
        ],
      ),
      4.5,
    ),
  ).toEqual([])
  expect(
    below(
      [
        ['good', 'good-soft'],
        ['bad', 'bad-soft'],
        ['warn', 'warn-soft'],
        ['info', 'info-soft'],
        ['accent-text', 'accent-soft'],
        ['accent-text', 'raised'],
        ['accent-text', 'surface'],
      ],
      4.5,
    ),
  ).toEqual([])
})

test('words on filled buttons have AA contrast', () => {
  expect(
    below(
      [
        ['on-accent', 'accent'],
        ['on-accent', 'accent-strong'],
        ['on-bad-solid', 'bad-solid'],
      ],
      4.5,
    ),
  ).toEqual([])
})

test('edges of fields, focus rings and marks of charts have a contrast of three to one', () => {
  expect(
    below(
      [
        ...every(['line-strong', 'focus'], ['raised', 'surface']),
        ...every(['tone-0', 'tone-1', 'tone-2', 'tone-3', 'tone-4', 'tone-5', 'tone-6', 'tone-others'], ['raised']),
      ],
      3,
    ),
  ).toEqual([])
})

test('no two tones of the palette look alike, for any colour blindness', () => {
  const tones = ['tone-0', 'tone-1', 'tone-2', 'tone-3', 'tone-4', 'tone-5', 'tone-6', 'tone-others']
  const alike: string[] = []
  for (const theme of themes) {
    for (const vision of ['normal', 'protan', 'deutan', 'tritan'] satisfies Vision[]) {
      const seen = tones.map((name) => seenBy(vision, token(name, theme)))
      for (let a = 0; a < seen.length; a++) {
        for (let b = a + 1; b < seen.length; b++) {
          const apart = distance(seen[a] ?? '', seen[b] ?? '')
          if (apart < 7) alike.push(`${theme}, ${vision}: ${tones[a]} and ${tones[b]} are ${apart.toFixed(1)} apart`)
        }
      }
    }
  }
  expect(alike).toEqual([])
})

test('there are four sizes of text, three of figures, one radius and two shadows', () => {
  const named = (prefix: RegExp) => [...declared.keys()].filter((name) => prefix.test(name))
  expect(named(/^text-\d$/)).toEqual(['text-1', 'text-2', 'text-3', 'text-4'])
  expect(named(/^figure-\d$/)).toEqual(['figure-1', 'figure-2', 'figure-3'])
  expect(named(/radius/)).toEqual(['radius'])
  expect(named(/shadow/)).toEqual(['shadow-1', 'shadow-2'])
})

test('each file of the typeface is a separate family, and the page names them all: a family of which a file is missing sends the browser to the system for stand-ins', () => {
  const families = [
    ...readFileSync(join(import.meta.dirname, 'base.css'), 'utf8').matchAll(/@font-face \{\s*font-family: ('[^']+')/g),
  ].map(([, family = '']) => family)
  expect(families.length).toBe(2)
  expect(new Set(families).size).toBe(families.length)
  expect(parts(declared.get('font') ?? '').slice(0, families.length)).toEqual(families)
})
