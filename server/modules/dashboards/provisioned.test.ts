/** Dashboards of the operator's folder, on a real catalog: refusals first, and what goes on beside them. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../lib/config.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { builtInDashboards } from './built-in.ts'
import { provisionedDashboards } from './provisioned.ts'

let f: Fixture
let folder: string
let refused: string[]
let provisioned: ReturnType<typeof provisionedDashboards>
let moment = 1_700_000_000

const page = (id: string, more: object = {}) => ({
  format: 1,
  _id: id,
  name: `Page ${id}`,
  widgets: { note: { type: 'text', options: { markdown: 'Hello' } } },
  layout: { sections: [{ id: 'top', widgets: ['note'] }] },
  ...more,
})
const WRONG = { widgets: { note: { type: 'hologram' } } }

/** Each writing has a date of its own, as those of people have. */
function put(file: string, content: object | string) {
  const path = join(folder, file)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  moment += 1
  utimesSync(path, moment, moment)
}
const shown = () => provisioned.all().map(({ id, document }) => [id, document.name])
const states = () =>
  provisioned.state().files.map(({ file, id, state, reason, by }) => [file, id, state, reason, by].join(' '))

beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-provisioned-'))
  refused = []
  provisioned = provisionedDashboards({
    folder,
    builtIn: builtInDashboards(),
    catalog: f.catalog,
    linkHosts: ['wiki.example.com'],
    onRefused: ({ file, reason }) => refused.push(`${file} ${reason}`),
  })
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('a file of the folder is refused, and the others are shown', () => {
  test('with a mistake, which is reported with its line; no JSON at all; and more than a document may have', async () => {
    put('a.json', page('first'))
    put('b.json', page('second', WRONG))
    put('c.json', '{ "format": 1,')
    put('d.json', JSON.stringify(page('large', { description: 'x'.repeat(2_000_000) })))
    await provisioned.read()
    expect(shown()).toEqual([['first', 'Page first']])
    expect(states()).toEqual([
      'a.json first shown  ',
      'b.json  refused invalid ',
      'c.json  refused invalid ',
      'd.json  refused tooLarge ',
    ])
    expect(provisioned.state().files[1]?.issues[0]).toMatchObject({
      code: 'WIDGET_UNKNOWN_TYPE',
      line: 7,
      params: { type: 'hologram' },
      text: expect.stringContaining('hologram') as string,
    })
    expect(refused).toEqual(['b.json invalid', 'c.json invalid', 'd.json tooLarge'])
  })

  test('with the id of another file: who has it keeps it, and the other one gets it when it is free', async () => {
    put('b.json', page('same', { name: 'The first one' }))
    await provisioned.read()
    put('a.json', page('same', { name: 'The second one' }))
    await provisioned.read()
    expect([shown(), states()]).toEqual([
      [['same', 'The first one']],
      ['a.json same refused idTaken b.json', 'b.json same shown  '],
    ])
    rmSync(join(folder, 'b.json'))
    await provisioned.read()
    expect([shown(), states()]).toEqual([[['same', 'The second one']], ['a.json same shown  ']])
  })

  test('with a link to a host that is not among those of the installation', async () => {
    const linked = (address: string) => ({
      widgets: { note: { type: 'text', options: { markdown: 'Hello' }, links: { title: { address } } } },
    })
    put('a.json', page('here', linked('https://wiki.example.com/week')))
    put('b.json', page('there', linked('https://wiki.example.org/week')))
    await provisioned.read()
    expect([shown(), states()]).toEqual([[['here', 'Page here']], ['a.json here shown  ', 'b.json  refused invalid ']])
  })

  test('with the id of a dashboard of the product, or of one that was made in the page', async () => {
    const head = { names: { '': 'Made' }, descriptions: {}, flags: [], audience: { to: 'onlyMe' as const, ids: [] } }
    const text = JSON.stringify(page('made12345678'))
    await f.catalog.dashboards.insert(
      SYSTEM_SCOPE,
      { ...head, id: 'made12345678', basedOn: null },
      { number: 1, text, note: '', at: NOW, restoredFrom: null, basedOnHash: null, patch: null },
    )
    put('a.json', page('foot-compare'))
    put('b.json', text)
    await provisioned.read()
    expect([shown(), states()]).toEqual([
      [],
      ['a.json foot-compare refused idTaken Aforo', 'b.json made12345678 refused idTaken page'],
    ])
  })
})

describe('what is shown', () => {
  test('follows each saving of a file; one with a mistake leaves what it said before', async () => {
    put('week/a.json', page('week'))
    await provisioned.read()
    put('week/a.json', page('week', { name: 'By week' }))
    await provisioned.read()
    expect(shown()).toEqual([['week', 'By week']])
    put('week/a.json', page('week', WRONG))
    await provisioned.read()
    expect([shown(), states()]).toEqual([[['week', 'By week']], ['week/a.json week kept invalid ']])
    await provisioned.read()
    expect(refused).toEqual(['week/a.json invalid'])
    rmSync(join(folder, 'week/a.json'))
    await provisioned.read()
    expect(shown()).toEqual([])
  })

  test('stays while the folder cannot be read, which is reported once', async () => {
    put('a.json', page('first'))
    await provisioned.read()
    renameSync(folder, `${folder}-away`)
    await provisioned.read()
    await provisioned.read()
    expect([shown().length, provisioned.state().isReadable, refused]).toEqual([1, false, ['. unreadable']])
    renameSync(`${folder}-away`, folder)
    await provisioned.read()
    expect(provisioned.state().isReadable).toBe(true)
  })
})

test('a folder that is not there stops the start with its name and what was expected', () => {
  const env = { DASHBOARDS_DIR: join(tmpdir(), 'aforo-not-there') }
  expect(() => readConfig(env, 'demo')).toThrow(
    /DASHBOARDS_DIR is ".*aforo-not-there"; expected a folder that is there/,
  )
})

test('is there from the first answer on: it is read, copied and customised, and not changed; administrators see what is wrong', async () => {
  put('a.json', page('of-folder', { access: 'footCompare' }))
  put('b.json', page('bad', WRONG))
  const own = await fixture({ config: { dashboardsDir: folder } })
  const call = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, token: string, payload?: object) => {
    const reply = await own.app.inject({
      method,
      url: `/api${url}`,
      headers: { access_token: token },
      ...(payload && { payload }),
    })
    return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() }
  }
  const [analyst, plain, admin] = [await own.signIn('analyst'), await own.signIn('operator'), await own.signIn('admin')]
  const list = (await own.get('/dashboards', analyst)).body as { id: string }[]
  expect(list.find(({ id }) => id === 'of-folder')).toMatchObject({
    name: 'Page of-folder',
    builtIn: true,
    provisioned: true,
    mayEdit: false,
  })
  expect((await call('GET', '/users/dashboards/of-folder', analyst)).body).toMatchObject({
    entry: { id: 'of-folder', flag: 'footCompare' },
  })
  expect((await call('GET', '/users/dashboards/of-folder', plain)).status).toBe(404)
  const text = JSON.stringify(page('of-folder'))
  const change = await call('PUT', '/dashboards/of-folder', admin, { text, revision: 1 })
  expect([change.status, change.body.code]).toEqual([403, 'DASHBOARD_READ_ONLY'])
  expect((await call('DELETE', '/dashboards/of-folder', admin)).status).toBe(403)
  const copy = await call('POST', '/dashboards/of-folder/duplicate', analyst, { name: 'Ours', follow: true })
  expect([copy.status, copy.body.basedOn]).toEqual([201, 'of-folder'])
  expect((await call('GET', '/dashboards/provisioned', analyst)).status).toBe(403)
  expect((await call('GET', '/dashboards/provisioned', admin)).body).toMatchObject({
    isUsed: true,
    isReadable: true,
    files: [
      { file: 'a.json', state: 'shown' },
      { file: 'b.json', state: 'refused', reason: 'invalid' },
    ],
  })
  await own.close()
})
