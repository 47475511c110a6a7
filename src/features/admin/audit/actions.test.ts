import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '#domain/audit-actions'
import { detailKey } from './actions.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Where an entry is written its action stands as text: after `action:`, or as what a helper called `audit`, `record` or `log` is given. */
function written(): string[] {
  const files = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(authz|testing|demo)\//.test(file))
  const lines = files.flatMap((file) => read(`server/${file}`).split('\n')).filter((line) => /\baction: |\b(audit|record|log)\(/.test(line))
  const whole = lines.flatMap((line) => [...line.matchAll(/'([a-z][a-zA-Z]+\.[a-z][a-zA-Z]+)'/g)].map(([, action = '']) => action))
  // `user.${verb}` of the command line.
  const made = lines.flatMap((line) => [...line.matchAll(/`([a-z][a-zA-Z]+)\.\$\{verb\}`/g)].flatMap(([, noun = '']) => ['enable', 'disable'].map((verb) => `${noun}.${verb}`)))
  return [...new Set([...whole, ...made])].toSorted()
}

test('everything the server writes into the audit log is known to the page, and nothing else', () => {
  expect([...AUDIT_ACTIONS].toSorted()).toEqual(written())
})

test.each(['es', 'en', 'pt', 'cs', 'ca', 'it'])('every action has words of its own in %s', (language) => {
  const texts = JSON.parse(read(`src/i18n/locales/admin/${language}.json`)) as Record<string, string>
  const words = AUDIT_ACTIONS.map((action) => texts[`does.${action}`] ?? '')
  expect(words.filter((word) => word === '' || word.includes('.'))).toEqual([])
  expect(new Set(words).size).toBe(AUDIT_ACTIONS.length)
})

test.each(['es', 'en', 'pt', 'cs', 'ca', 'it'])('details of the fleet have the words of its pages in %s', (language) => {
  const texts = Object.fromEntries(['admin', 'fleet'].map((namespace) => [namespace, JSON.parse(read(`src/i18n/locales/${namespace}/${language}.json`)) as Record<string, string>]))
  const names = ['address', 'ssid', 'ip', 'port', 'user', 'password', 'tunnelEnabled', 'proxyMobile', 'settings', 'hidden', 'footscan', 'area', 'mac', 'name', 'kind', 'adapter', 'externalId', 'reportS', 'enabled', 'reason']
  const without = names.filter((name) => {
    const [namespace = '', key = ''] = detailKey(name)?.split(':') ?? []
    return (texts[namespace]?.[key] ?? '') === ''
  })
  expect(without).toEqual([])
  expect([detailKey('toString'), detailKey('somethingNew')]).toEqual([null, null])
})
