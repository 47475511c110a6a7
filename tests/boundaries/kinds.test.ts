/** A kind of filter is an object of its own folder: nothing else in the engine asks which one it is. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../src/domain/languages.ts'
import { KINDS } from '../../src/engine/core/kinds/index.ts'

/** Names that are words of other things too: types of columns, of arguments, of JavaScript. */
const COMMON = new Set(['text', 'number', 'date', 'local', 'month', 'year', 'quarter'])
const names = Object.keys(KINDS)
const quoted = new RegExp(`['"\`](?:${names.filter((name) => !COMMON.has(name)).join('|')})['"\`]`)
const compared = new RegExp(`\\b(?:definition|param)(?:\\.definition)?\\.type\\s*[!=]==?\\s*['"]`)
const styled = new RegExp(`data-type=['"]?(?:${names.join('|')})`)

const namesAKind = (file: string, text: string): boolean =>
  file.endsWith('.css') ? styled.test(text) : quoted.test(text) || compared.test(text)

/** Kinds live in these two folders: their rules, and their controls. */
const isOfKinds = (file: string) => /^src\/engine\/(core|react)\/kinds\//.test(file)
const textsIn = (namespace: string, language: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`src/i18n/locales/${namespace}/${language}.json`, 'utf8')) as Record<string, unknown>

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

test('every kind has its control, and its words in six languages', () => {
  const controls = new Set(globSync('src/engine/react/kinds/*.tsx').map((file) => file.replace(/.*\/|\.tsx$/g, '')))
  const fileOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  // The period selector is a feature of its own and is handed in.
  expect(names.filter((name) => !controls.has(fileOf(name)))).toEqual(['periodPair'])
  const shapes = Object.values(KINDS).flatMap((kind) => Object.keys(kind.shapes ?? {}))
  const keys = [
    ...names.flatMap((name) => [`editor-panels param.type_${name}`, `editor-panels param.typeHelp_${name}`]),
    ...shapes.map((shape) => `app address.${shape}`),
  ]
  for (const language of LANGUAGES) {
    const panels = textsIn('editor-panels', language).param as Record<string, string>
    const app = textsIn('app', language) as Record<string, string>
    const has = (key: string) =>
      key.startsWith('app ') ? app[key.slice(4)] : panels[key.slice('editor-panels param.'.length)]
    expect([language, keys.filter((key) => has(key) === undefined)]).toEqual([language, []])
  }
})
