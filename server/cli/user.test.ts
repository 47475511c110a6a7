import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenRules } from '#domain/password'
import { memoryCatalog } from '../testing/catalog.ts'
import type { Catalog } from '../catalog.ts'
import { auditArchives } from '../modules/audit/archives.ts'
import { verifyPassword } from '../modules/session/password-hash.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { secretsOf, type Secrets } from '../lib/secrets.ts'
import { sealedPlace } from '../db/sealed.ts'
import { userCommand, USAGE } from './user.ts'

const NOW = Date.UTC(2026, 10, 20)
let catalog: Catalog
let dataDir: string
let said: string[]
let keys: Secrets

beforeEach(async () => {
  catalog = await memoryCatalog()
  await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Moda Uno', type: 'basic' })
  await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Moda Dos', type: 'basic' })
  dataDir = mkdtempSync(join(tmpdir(), 'aforo-user-'))
  said = []
  keys = secretsOf('k'.repeat(32))
})
afterEach(async () => {
  await catalog.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const run = (line: string, password = '') =>
  userCommand(line.split(' '), {
    catalog,
    loginDomain: 'aforo.test',
    dataDir,
    clock: { now: () => NOW },
    print: (text) => {
      said.push(text)
    },
    readPassword: async () => password,
    secrets: () => keys,
  })
const matches = async (username: string, password: string) =>
  verifyPassword(password, (await catalog.sessions.credentials(username))?.passwordHash ?? '')

describe('the command line refuses', () => {
  test.each([
    ['', 'USAGE', USAGE],
    ['remove ana@example.com', 'USAGE', USAGE],
    ['add ana@example.com --admin', 'USAGE', expect.stringContaining(USAGE)],
    ['add @', 'USERNAME_INVALID', '"@" is no e-mail address; expected for example ana@example.com.'],
    ['add ana@example.com --role root', 'ROLE_UNKNOWN', 'The role is "root"; expected basic or admin.'],
    [
      'add ana@example.com --flag isAdmin',
      'FLAG_UNKNOWN',
      expect.stringContaining('There is no access flag "isAdmin"'),
    ],
    [
      'add ana@example.com --client 9',
      'CLIENT_NOT_FOUND',
      'There is no client "9"; expected an id or a name of 1 Moda Uno, 2 Moda Dos.',
    ],
    ['passwd ana@example.com', 'USER_NOT_FOUND', 'There is no user ana@example.com; "list" shows the ones there are.'],
    ['disable ana@example.com', 'USER_NOT_FOUND', 'There is no user ana@example.com; "list" shows the ones there are.'],
  ])('%s', async (line, code, message) => {
    await expect(run(line)).rejects.toMatchObject({ code, message })
    expect(await catalog.users.list(SYSTEM_SCOPE)).toEqual([])
  })

  test('a password that breaks a rule, and names the rule', async () => {
    await expect(run('add ana@example.com --password-stdin', 'short')).rejects.toMatchObject({
      code: 'PASSWORD_WEAK',
      message: expect.stringContaining('breaks these rules: length, upperCase, digit, special;'),
    })
    expect(await catalog.users.list(SYSTEM_SCOPE)).toEqual([])
  })

  test('a username that is taken', async () => {
    await run('add ana@example.com')
    await expect(run('add ANA@example.com')).rejects.toMatchObject({ code: 'NAME_TAKEN' })
  })
})

test('an account is added with its role, flags and clients, and a made-up password is shown once', async () => {
  await run('add Ana@Example.com --flag footCompare,footStatus --flag canDownload --client 2')
  expect(await catalog.users.list(SYSTEM_SCOPE)).toMatchObject([
    {
      id: 1,
      username: 'ana@example.com',
      role: 'basic',
      enabled: true,
      flags: ['canDownload', 'footCompare', 'footStatus'],
      properties: { lang: 'es', demo: false },
      clients: [2],
    },
  ])
  const password = said[1]?.replace('Password, shown only now: ', '') ?? ''
  expect(said[0]).toBe('Added ana@example.com (basic).')
  expect(brokenRules(password)).toEqual([])
  expect(await matches('ana@example.com', password)).toBe(true)
})

test('the first administrator needs a name only, and the password may come from standard input', async () => {
  await run('add admin --role admin --password-stdin', 'Largo-y-Seguro-2026\n')
  expect(said).toEqual(['Added admin@aforo.test (admin).'])
  expect(await matches('admin@aforo.test', 'Largo-y-Seguro-2026')).toBe(true)
})

test('a new password ends the sessions that the old one opened', async () => {
  await run('add ana@example.com')
  await catalog.sessions.open({ tokenHash: 'x', userId: 1, at: NOW, address: '', agent: '' })
  await run('passwd ana@example.com --password-stdin', 'Otra-Larga-2026!!')
  expect(await matches('ana@example.com', 'Otra-Larga-2026!!')).toBe(true)
  expect(await catalog.sessions.find('x')).toBeUndefined()
})

test('disabling, enabling and listing', async () => {
  await run('add ana@example.com --client 1 --demo-names')
  await run('disable ana@example.com')
  await run('list')
  await run('enable ana@example.com')
  expect(said.slice(2)).toEqual([
    'ana@example.com is disabled.',
    'ana@example.com\tbasic\tdisabled\tclients: 1\tflags: none',
    'ana@example.com is enabled.',
  ])
})

test('each change is in the audit log, without the password', async () => {
  await run('add ana@example.com --flag footCompare --password-stdin', 'Largo-y-Seguro-2026')
  await run('passwd ana@example.com --password-stdin', 'Otra-Larga-2026!!')
  await run('disable ana@example.com')
  const log = await catalog.audit.list(SYSTEM_SCOPE, 10)
  expect(log.map(({ action, target }) => [action, target])).toEqual([
    ['user.disable', 'ana@example.com'],
    ['user.password', 'ana@example.com'],
    ['user.add', 'ana@example.com'],
  ])
  expect(JSON.stringify(log)).not.toMatch(/Seguro|Otra/)
})

test('the audit log is valid until an entry is changed, and the first changed one is named', async () => {
  await run('add ana@example.com')
  await run('disable ana@example.com')
  said = []
  await run('audit')
  expect(said).toEqual([expect.stringMatching(/^The audit log is whole: 2 entries, head [0-9a-f]{64}$/)])
  await expect(run(`audit --head ${'f'.repeat(64)}`)).rejects.toMatchObject({
    code: 'AUDIT_BROKEN',
    message: `The audit log is not as it was written: ${'f'.repeat(64)} is not in the chain.`,
  })
  await run(`audit --head ${said[0]?.slice(-64) ?? ''}`)
})

test('the audit log is read over its archives, and one that is missing is named', async () => {
  const folder = join(dataDir, 'audit')
  await run('add ana@example.com')
  const [made] = await auditArchives({
    catalog,
    clock: { now: () => NOW + 500 * 86_400_000 },
    folder,
    keptDays: 400,
  }).runMaintenance()
  said = []
  await run('audit')
  expect(said).toEqual([expect.stringMatching(/^The audit log is whole: 2 entries, head [0-9a-f]{64}$/)])
  rmSync(join(folder, made?.name ?? ''))
  await expect(run('audit')).rejects.toMatchObject({
    code: 'AUDIT_BROKEN',
    message: 'The audit log is not as it was written: the archive audit-000000001-000000001.jsonl.gz is missing.',
  })
})

test('rotate-key seals with the key of now what was sealed with the one of before, and the audit log has it', async () => {
  const old = secretsOf('o'.repeat(32))
  await catalog.mails.add(NOW, (id) => old.seal('letter', sealedPlace('mails.sealed', id)))
  await expect(run('rotate-key')).rejects.toMatchObject({ code: 'SECRET_UNREADABLE' })
  keys = secretsOf('k'.repeat(32), ['o'.repeat(32)])
  await run('rotate-key')
  expect(said).toEqual([expect.stringContaining('1 secrets are sealed with SECRET_KEY now')])
  expect(await catalog.sealed.keys()).toEqual(new Set([keys.keyIds[0]]))
  expect((await catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({ action: 'key.rotate', details: { values: 1 } })
})
