import { LANGUAGES } from '#domain/languages'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '#domain/audit-actions'
import { detailKey } from './actions.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** All of the server that is no test, as one text. */
const server = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(testing|demo)\//.test(file))
  .map((file) => read(`server/${file}`))
  .join('\n')

/** As text, or as `user.${verb}` of what is done and undone. */
const isWritten = (action: string) => {
  const [noun = '', verb = ''] = action.split('.')
  return server.includes(`'${action}'`) || (/^(enable|disable)$/.test(verb) && server.includes(`\`${noun}.\${verb}\``))
}

// That it writes no other is held by their type.
test('the server writes every action that the page has words for', () => {
  expect(AUDIT_ACTIONS.filter((action) => !isWritten(action))).toEqual([])
})

test.each(LANGUAGES)('every action has a text in %s', (language) => {
  const texts = JSON.parse(read(`src/i18n/locales/admin/${language}.json`)) as Record<string, string>
  const words = AUDIT_ACTIONS.map((action) => texts[`does.${action}`] ?? '')
  expect(words.filter((word) => word === '' || word.includes('.'))).toEqual([])
  expect(new Set(words).size).toBe(AUDIT_ACTIONS.length)
})

test.each(LANGUAGES)('details of the fleet have the words of its pages in %s', (language) => {
  const texts = Object.fromEntries(
    ['admin', 'fleet'].map((namespace) => [
      namespace,
      JSON.parse(read(`src/i18n/locales/${namespace}/${language}.json`)) as Record<string, string>,
    ]),
  )
  const names = [
    'address',
    'ssid',
    'ip',
    'port',
    'user',
    'password',
    'tunnelEnabled',
    'proxyMobile',
    'settings',
    'hidden',
    'footscan',
    'area',
    'mac',
    'name',
    'kind',
    'adapter',
    'externalId',
    'reportS',
    'enabled',
    'reason',
  ]
  const without = names.filter((name) => {
    const [namespace = '', key = ''] = detailKey(name)?.split(':') ?? []
    return (texts[namespace]?.[key] ?? '') === ''
  })
  expect(without).toEqual([])
  expect([detailKey('toString'), detailKey('somethingNew')]).toEqual([null, null])
})
