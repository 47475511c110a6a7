/** A kind of filter is an object of its own folder: nothing else in the engine asks which one it is. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { KINDS } from '../../src/engine/core/kinds/index.ts'

/** Names that are words of other things too: types of columns, of arguments, of JavaScript. */
const COMMON = new Set(['text', 'number', 'date', 'local', 'month', 'year', 'quarter'])
const names = Object.keys(KINDS)
const quoted = new RegExp(`['"\`](?:${names.filter((name) => !COMMON.has(name)).join('|')})['"\`]`)
const asked = new RegExp(`\\b(?:definition|param)(?:\\.definition)?\\.type\\s*[!=]==?\\s*['"]`)
const styled = new RegExp(`data-type=['"]?(?:${names.join('|')})`)

const namesAKind = (file: string, text: string): boolean =>
  file.endsWith('.css') ? styled.test(text) : quoted.test(text) || asked.test(text)

/** Kinds live in these two folders: their rules, and their controls. */
const isOfKinds = (file: string) => /^src\/engine\/(core|react)\/kinds\//.test(file)
const isProof = (file: string) => /\.(test|stories)\.tsx?$|\/(stories|test-support|generated)\//.test(file)

test('nothing in the engine outside of the folders of the kinds names a kind', () => {
  const files = globSync('src/engine/**/*.{ts,tsx,css}').filter((file) => !isOfKinds(file) && !isProof(file))
  expect(files.length).toBeGreaterThan(80)
  expect(files.filter((file) => namesAKind(file, readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  ['a.ts', "if (definition.type === 'periodPair') return"],
  ['a.ts', "const PARTS = { dateRange: ['begin'] }; PARTS['dateRange']"],
  ['a.ts', "param.definition.type !== 'text'"],
  ['a.css', ".control[data-type='multi'] { }"],
])('%s holding `%s` is noticed', (file, text) => {
  expect(namesAKind(file, text)).toBe(true)
})
