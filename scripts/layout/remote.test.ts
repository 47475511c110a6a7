/** `npm run layout` over the network, against a real server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf } from '../../server/lib/secrets.ts'
import { newApiToken } from '../../server/lib/api-token.ts'
import { fixture, NOW } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import { sender } from '../../server/testing/send.ts'
import { sourceRegistry, widgetRegistry } from '../widget-registry.ts'
import { printable } from './output.ts'
import { isRemote, runRemote } from './remote.ts'

const context = { widgets: await widgetRegistry(), sources: sourceRegistry() }

let f: Fixture
let server: string
let reads: string
let writes: string
let dir: string
beforeAll(async () => {
  f = await fixture()
  server = await f.app.listen({ host: '127.0.0.1', port: 0 })
  reads = await tokenOf('analyst', 'read')
  writes = await tokenOf('analyst', 'write')
})
afterAll(() => f.close())
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'layouts-'))
  const me = sender(f, writes)
  for (const { id, mayEdit } of (await me('GET', '/dashboards')).body as { id: string; mayEdit: boolean }[])
    if (mayEdit) await me('DELETE', `/dashboards/${id}`)
})

afterEach(() => rmSync(dir, { recursive: true, force: true }))

async function tokenOf(name: string, access: 'read' | 'write'): Promise<string> {
  const token = newApiToken()
  const userId = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, `${name}@aforo.test`))?.id ?? 0
  await f.catalog.apiTokens.insert(
    { ...SYSTEM_SCOPE, userId },
    { name: 'Folder', access, tokenHash: hashOf(token), createdAt: NOW, endsAt: NOW + 1e9 },
  )
  return token
}

async function revoke(token: string): Promise<void> {
  const kept = await f.catalog.apiTokens.byHash(hashOf(token))
  await f.catalog.apiTokens.remove({ ...SYSTEM_SCOPE, userId: kept?.owner ?? 0 }, kept?.id ?? 0)
}

const document = (name: string, more: object = {}) => ({
  format: 1,
  _id: 'new',
  revision: 0,
  name,
  widgets: {},
  layout: { sections: [] },
  ...more,
})
const at = (name: string) => join(dir, name)
const write = (name: string, content: object | string) =>
  writeFileSync(at(name), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`)
const read = (name: string) => JSON.parse(readFileSync(at(name), 'utf8')) as Record<string, unknown>
/** A change of one field in a file. */
const edit = (name: string, change: object) => write(name, { ...read(name), ...change })

/** One command; the folder is printed as DIR, so that the output is the same everywhere. */
async function run(command: string, args: readonly string[] = [], token: string | undefined = writes) {
  const output = await runRemote([command, dir, '--server', server, ...args], {
    context,
    token,
    print: () => undefined,
    signal: AbortSignal.abort(),
  })
  return [output.exit, ...output.text.replaceAll(dir, 'DIR').split('\n')]
}
/** A dashboard that was made in the page. */
async function made(name: string, more: object = {}): Promise<string> {
  const { body } = await sender(f, writes)('POST', '/dashboards', { text: JSON.stringify(document(name, more)) })
  return (body as { id: string }).id
}
async function published(id: string, change: object) {
  const me = sender(f, writes)
  const { text, revision } = (await me('GET', `/dashboards/${id}`)).body as { text: string; revision: number }
  const body = { revision, text: JSON.stringify({ ...(JSON.parse(text) as object), ...change }) }
  expect((await me('PUT', `/dashboards/${id}`, body)).status).toBe(200)
}
const onServer = async (id: string) => {
  const { text, revision } = (await sender(f, reads)('GET', `/dashboards/${id}`)).body as {
    text: string
    revision: number
  }
  return { name: (JSON.parse(text) as { name: string }).name, revision }
}

describe('a command for a server does not begin', () => {
  const wrong = async (args: readonly string[], token: string | undefined = writes) => {
    const { exit, text } = await runRemote(args, {
      context,
      token,
      print: () => undefined,
      signal: AbortSignal.abort(),
    })
    return [exit, text.split('\n')[0]]
  }

  test('without a folder, a server, or a command that there is, or with an option that there is not', async () => {
    expect([
      await wrong(['export', '--server', server]),
      await wrong(['apply', dir, dir, '--server', server]),
      await wrong(['apply', dir]),
      await wrong(['check', dir, '--server', server]),
      await wrong(['apply', dir, '--server', server, '--force']),
    ]).toEqual([
      [2, 'LAYOUT_FOLDER_MISSING: export needs one folder.'],
      [2, 'LAYOUT_FOLDER_MISSING: apply needs one folder.'],
      [2, 'LAYOUT_SERVER_MISSING: apply needs --server URL.'],
      [2, 'LAYOUT_COMMAND_UNKNOWN: "check" is no command for a server.'],
      [2, 'LAYOUT_FLAG_UNKNOWN: --force is no option.'],
    ])
  })

  test('with a token on the command line, which is not repeated', async () => {
    for (const typed of [['--token', writes], [`--token=${writes}`]]) {
      const { exit, text } = await runRemote(['diff', dir, '--server', server, ...typed], {
        context,
        token: writes,
        print: () => undefined,
        signal: AbortSignal.abort(),
      })
      expect([exit, text.split('.')[0], text.includes(writes)]).toEqual([
        2,
        'LAYOUT_TOKEN_NOT_ALLOWED: Other people of this machine see a command line',
        false,
      ])
    }
  })

  test('without a token, with one that was revoked, or with one that only reads where it has to write', async () => {
    write('a.json', document('Made'))
    expect(await run('diff', [], '')).toEqual([
      2,
      'LAYOUT_TOKEN_MISSING: AFORO_TOKEN holds no API token; make one in the profile of your account.',
    ])
    for (const command of ['export', 'diff', 'apply', 'watch'])
      expect(await run(command, [], newApiToken())).toEqual([
        2,
        'API_TOKEN_INVALID: This API token was revoked, has ended or never was; make another one in your account.',
      ])
    expect(await run('apply', [], reads)).toEqual([
      1,
      'DIR/a.json: new',
      'DIR/a.json: API_TOKEN_READS_ONLY The API token "Folder" reads; make one that writes for this.',
      '0 of 1 published.',
    ])
  })

  test('with plain http to another machine, with a user in the address, or with an invalid address', async () => {
    expect([
      await wrong(['diff', dir, '--server', 'http://aforo.example.com']),
      await wrong(['diff', dir, '--server', 'http://127.0.0.1.example.com']),
      await wrong(['diff', dir, '--server', 'https://me:secret@aforo.example.com']),
      await wrong(['diff', dir, '--server', 'ftp://aforo.example.com']),
      await wrong(['diff', dir, '--server', 'here']),
    ]).toEqual([
      [
        2,
        'LAYOUT_SERVER_INSECURE: http://aforo.example.com would send the token in the clear; use https. Plain http ' +
          'is for this machine alone.',
      ],
      [
        2,
        'LAYOUT_SERVER_INSECURE: http://127.0.0.1.example.com would send the token in the clear; use https. Plain ' +
          'http is for this machine alone.',
      ],
      [
        2,
        'LAYOUT_SERVER_INVALID: The address of a server has neither a user nor a query; the token is in AFORO_TOKEN.',
      ],
      [2, 'LAYOUT_SERVER_INVALID: ftp://aforo.example.com is no address of a server; https://… was expected.'],
      [2, 'LAYOUT_SERVER_INVALID: here is no address of a server; https://… was expected.'],
    ])
  })

  test('when nothing answers there, or something else does', async () => {
    write('a.json', document('Made'))
    expect([
      await wrong(['diff', dir, '--server', 'http://127.0.0.1:1']),
      await wrong(['diff', dir, '--server', `${server}/elsewhere`]),
    ]).toEqual([
      [2, 'LAYOUT_SERVER_UNREACHABLE: http://127.0.0.1:1 could not be reached, or answers from another address.'],
      [2, expect.stringMatching(/^ROUTE_NOT_FOUND: /)],
    ])
  })

  test('for a folder that is not there or holds no layout, or when two of its files have one id', async () => {
    expect(await run('diff')).toEqual([2, 'LAYOUT_FOLDER_EMPTY: DIR holds no file that ends in .json.'])
    write('a.json', document('One', { _id: 'same' }))
    write('b.json', document('Two', { _id: 'same' }))
    const twice = [1, 'LAYOUT_ID_TAKEN: DIR/a.json and DIR/b.json have the same _id "same".']
    expect([await run('diff'), await run('apply'), await run('export')]).toEqual([twice, twice, twice])
    rmSync(dir, { recursive: true })
    const gone = [2, 'LAYOUT_FOLDER_UNREADABLE: DIR could not be read.']
    expect([await run('diff'), await run('apply'), await run('watch')]).toEqual([gone, gone, gone])
    mkdirSync(dir)
  })
})

describe('export', () => {
  test('writes what the token may read, under its id and in the canonical form; a second time there is nothing to write', async () => {
    const id = await made('Traffic', { apply: 'manual' })
    expect(await run('export', [], reads)).toEqual([0, `DIR/${id}.json: Traffic`, '1 written.'])
    expect(readFileSync(at(`${id}.json`), 'utf8')).toMatch(/^\{\n {2}"format": 1,\n/)
    expect(read(`${id}.json`)).toMatchObject({ _id: id, revision: 1, name: 'Traffic' })
    expect(await run('export', [], reads)).toEqual([0, 'Nothing to write.'])
  })

  test('writes those of the product only when it is asked to', async () => {
    await run('export')
    expect(readdirSync(dir)).toEqual([])
    await run('export', ['--built-in'])
    expect(readdirSync(dir)).toContain('foot-compare.json')
    expect(await run('diff')).toContain('No change.')
  })

  test('writes into the file that has the id, under any name, and leaves one that was changed here', async () => {
    const id = await made('Traffic')
    await run('export')
    writeFileSync(at('mine.json'), readFileSync(at(`${id}.json`)))
    rmSync(at(`${id}.json`))
    await published(id, { name: 'Traffic of the week' })
    expect(await run('export')).toEqual([0, 'DIR/mine.json: Traffic of the week', '1 written.'])
    await published(id, { name: 'Traffic of the month' })
    edit('mine.json', { name: 'Mine' })
    expect(await run('export')).toEqual([
      1,
      'DIR/mine.json: LAYOUT_CHANGED_HERE It has changes that are not published and was left as it is. Apply it, or ' +
        'move it away and export again.',
      'Nothing to write.',
    ])
    expect(read('mine.json')).toMatchObject({ name: 'Mine', revision: 2 })
    // Also where its base revision is unknown.
    edit('mine.json', { revision: 99 })
    expect((await run('export'))[0]).toBe(1)
    expect(read('mine.json')).toMatchObject({ name: 'Mine', revision: 99 })
  })
})

describe('diff', () => {
  test('says in words what applying would change, and exits 1 for it', async () => {
    const id = await made('Traffic')
    await run('export')
    expect(await run('diff', [], reads)).toEqual([0, 'No change.'])
    edit(`${id}.json`, { name: 'Other', apply: 'manual' })
    write('~new.json', document('Fresh'))
    expect(await run('diff', [], reads)).toEqual([
      1,
      `DIR/${id}.json: changed`,
      '  Layout: name Traffic -> Other',
      '  Layout: apply nothing -> manual',
      'DIR/~new.json: new',
    ])
    expect(await onServer(id)).toEqual({ name: 'Traffic', revision: 1 })
  })

  test('names what is not in the folder, which is no difference', async () => {
    await made('Here')
    await run('export')
    const id = await made('Elsewhere')
    expect(await run('diff')).toEqual([0, 'No change.', `Not in the folder: ${id} Elsewhere`])
  })

  test('reports an unreadable file with its line', async () => {
    write('half.json', '{\n  "format": 1,\n')
    expect(await run('diff')).toEqual([1, expect.stringMatching(/^DIR\/half\.json:\d+:\d+ error LAYOUT_/)])
  })
})

describe('apply', () => {
  test('publishes nothing when one file has an error, and says where it is', async () => {
    const id = await made('Traffic')
    await run('export')
    edit(`${id}.json`, { name: 'Other' })
    write('0bad.json', document('Bad', { widgets: { a: { type: 'kpi-tabel' } } }))
    expect(await run('apply')).toEqual([
      1,
      expect.stringMatching(/^DIR\/0bad\.json:\d+:\d+ error WIDGET_UNKNOWN_TYPE There is no widget type "kpi-tabel"/),
      ...(await warnings('0bad.json')),
      `DIR/${id}.json: changed`,
      '  Layout: name Traffic -> Other',
      'Nothing was published.',
    ])
    expect(await onServer(id)).toEqual({ name: 'Traffic', revision: 1 })
  })

  /** Further issues that the server finds in a file. */
  const warnings = async (name: string) => {
    const { body } = await sender(f, reads)('POST', '/dashboards/check', { text: readFileSync(at(name), 'utf8') })
    return (body as { issues: { severity: string; code: string }[] }).issues
      .filter(({ severity }) => severity !== 'info')
      .slice(1)
      .map(({ code }) => expect.stringContaining(code) as string)
  }

  test('makes the new ones, whose files get the id and the revision that the server gave, and publishes the others', async () => {
    const id = await made('Traffic')
    await run('export')
    edit(`${id}.json`, { name: 'Other' })
    write('~new.json', document('Fresh'))
    const lines = await run('apply')
    const { _id: fresh, revision } = read('~new.json')
    expect([lines, revision, read(`${id}.json`)]).toEqual([
      [
        0,
        `DIR/${id}.json: changed`,
        '  Layout: name Traffic -> Other',
        'DIR/~new.json: new',
        `DIR/${id}.json: published as revision 2`,
        `DIR/~new.json: published as revision 1 of ${String(fresh)}`,
        '2 published.',
      ],
      1,
      expect.objectContaining({ revision: 2, name: 'Other' }),
    ])
    expect(await onServer(String(fresh))).toEqual({ name: 'Fresh', revision: 1 })
    expect(await run('apply')).toEqual([0, 'No change.'])
  })

  test('only says what it would do with --dry-run', async () => {
    write('x.json', document('Fresh'))
    expect(await run('apply', ['--dry-run'])).toEqual([0, 'DIR/x.json: new', '1 would be published.'])
    expect([read('x.json').revision, await run('diff')]).toEqual([0, [1, 'DIR/x.json: new']])
  })

  test('overwrites nothing that was published meanwhile, says what that was, and publishes nothing else either', async () => {
    const [id, other] = [await made('Traffic'), await made('Second')]
    await run('export')
    await published(id, { apply: 'manual' })
    edit(`${id}.json`, { name: 'Mine' })
    edit(`${other}.json`, { name: 'Mine too' })
    const lines = await run('apply')
    expect(lines.filter((line) => !String(line).includes(other) && !String(line).includes('Second'))).toEqual([
      1,
      `DIR/${id}.json: LAYOUT_CONFLICT the server has revision 2, the file began with revision 1; nothing was ` +
        'overwritten.',
      '  Meanwhile on the server:',
      '    Layout: apply nothing -> manual',
      '  Move the file away, export the folder again, and make your change in what it has then.',
      'Nothing was published.',
    ])
    expect([await onServer(id), await onServer(other), read(`${id}.json`)]).toEqual([
      { name: 'Traffic', revision: 2 },
      { name: 'Second', revision: 1 },
      expect.objectContaining({ name: 'Mine', revision: 1 }),
    ])
  })

  test('is no quicker than one who publishes between the check and the publication', async () => {
    const id = await made('Traffic')
    await run('export')
    edit(`${id}.json`, { name: 'Mine' })
    const { fetch } = globalThis
    const slow = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      if (init?.method === 'PUT') await published(id, { apply: 'manual' })
      return fetch(url, init)
    })
    const lines = await run('apply')
    slow.mockRestore()
    expect(lines).toEqual([
      1,
      `DIR/${id}.json: changed`,
      '  Layout: name Traffic -> Mine',
      `DIR/${id}.json: LAYOUT_CONFLICT the server has revision 2, the file began with revision 1; nothing was ` +
        'overwritten.',
      '  Meanwhile on the server:',
      '    Layout: apply nothing -> manual',
      '  Move the file away, export the folder again, and make your change in what it has then.',
      '0 of 1 published.',
    ])
    expect([await onServer(id), read(`${id}.json`)]).toEqual([
      { name: 'Traffic', revision: 2 },
      expect.objectContaining({ name: 'Mine', revision: 1 }),
    ])
  })

  test('keeps what was saved again while it was published, as a change of the revision that there is now', async () => {
    const id = await made('Traffic')
    await run('export')
    edit(`${id}.json`, { name: 'First' })
    write('~new.json', document('Fresh'))
    const { fetch } = globalThis
    const slow = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      const answer = await fetch(url, init)
      if (init?.method === 'PUT') edit(`${id}.json`, { name: 'Second' })
      if (init?.method === 'POST' && url instanceof URL && url.pathname === '/api/dashboards')
        write('~new.json', '{ "format": 1, "na')
      return answer
    })
    const lines = await run('apply')
    slow.mockRestore()
    expect(lines.slice(4)).toEqual([
      `DIR/${id}.json: published as revision 2`,
      `DIR/${id}.json: saved again meanwhile, and not overwritten.`,
      expect.stringMatching(/^DIR\/~new\.json: published as revision 1 of /),
      'DIR/~new.json: saved again meanwhile, and not overwritten.',
      '2 published.',
    ])
    expect([await onServer(id), read(`${id}.json`)]).toEqual([
      { name: 'First', revision: 2 },
      expect.objectContaining({ _id: id, name: 'Second', revision: 2 }),
    ])
    expect(readFileSync(at('~new.json'), 'utf8')).toBe('{ "format": 1, "na')
    rmSync(at('~new.json'))
    expect((await run('apply')).slice(1, 3)).toEqual([`DIR/${id}.json: changed`, '  Layout: name First -> Second'])
  })

  test('refuses what is not this account’s, what the product ships, and what the server does not know', async () => {
    const admin = sender(f, await f.signIn('admin'))
    const { body } = await admin('POST', '/dashboards', {
      text: JSON.stringify(document('Shared')),
      audience: { to: 'everyone' },
    })
    const { id } = body as { id: string }
    await run('export', ['--built-in'])
    for (const one of [id, 'foot-compare']) edit(`${one}.json`, { name: 'Mine' })
    write('gone.json', document('Gone', { _id: 'gone', revision: 3 }))
    const lines = (await run('apply')).map(String)
    expect(lines.filter((line) => /READ_ONLY|NOT_ON_SERVER|^Nothing/.test(line)).toSorted()).toEqual(
      [
        `DIR/${id}.json: LAYOUT_READ_ONLY "${id}" is not this account's to change. Give the file another _id and ` +
          'revision 0 to make a copy.',
        `DIR/foot-compare.json: LAYOUT_READ_ONLY "foot-compare" is not this account's to change. Give the file ` +
          'another _id and revision 0 to make a copy.',
        'DIR/gone.json: LAYOUT_NOT_ON_SERVER "gone" is no dashboard that this token may read: it was removed, or ' +
          'the file is of another server. Set its revision to 0 to make it anew.',
        'Nothing was published.',
      ].toSorted(),
    )
    await admin('DELETE', `/dashboards/${id}`)
  })
})

describe('watch', () => {
  test('applies each save, goes on after one that is wrong, and ends when it is stopped', async () => {
    const id = await made('Traffic')
    await run('export')
    const stop = new AbortController()
    const lines: string[] = []
    const ended = runRemote(['watch', dir, '--server', server], {
      context,
      token: writes,
      print: (text) => lines.push(...text.replaceAll(dir, 'DIR').split('\n')),
      signal: stop.signal,
    })
    await expect.poll(() => lines).toEqual(['Watching DIR; Ctrl+C ends it.'])
    edit(`${id}.json`, { name: 'Saved' })
    await expect.poll(() => lines.at(-1)).toBe('1 published.')
    expect(await onServer(id)).toEqual({ name: 'Saved', revision: 2 })
    // Its own write is no save: it was seen before the next one.
    write('~new.json', document('Fresh'))
    await expect
      .poll(() => lines.slice(-3))
      .toEqual([
        'DIR/~new.json: new',
        expect.stringMatching(/^DIR\/~new\.json: published as revision 1 of /),
        '1 published.',
      ])
    expect(lines).not.toContain('No change.')
    write(`${id}.json`, '{ "format": 1,')
    await expect.poll(() => lines.at(-1)).toBe('Nothing was published.')
    write(`${id}.json`, document('Saved again', { _id: id, revision: 2 }))
    await expect.poll(() => onServer(id)).toEqual({ name: 'Saved again', revision: 3 })
    await expect.poll(() => lines.at(-1)).toBe('1 published.')
    // A save while the one before is being published is the next one to be published.
    const { fetch } = globalThis
    const slow = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      const answer = await fetch(url, init)
      if (init?.method === 'PUT' && read(`${id}.json`).name === 'Once') edit(`${id}.json`, { name: 'Twice' })
      return answer
    })
    edit(`${id}.json`, { name: 'Once' })
    await expect.poll(() => onServer(id)).toEqual({ name: 'Twice', revision: 5 })
    await expect.poll(() => lines.filter((line) => line === '1 published.').length).toBe(5)
    slow.mockRestore()
    stop.abort()
    expect(await ended).toMatchObject({ exit: 0, text: 'No longer watching.' })
  })

  const watching = (token: string) => {
    const lines: string[] = []
    const ended = runRemote(['watch', dir, '--server', server], {
      context,
      token,
      print: (text) => lines.push(...text.replaceAll(dir, 'DIR').split('\n')),
      signal: new AbortController().signal,
    })
    return { lines, ended }
  }
  const REFUSED = {
    exit: 1,
    text: 'No longer watching: the server refuses the token. Make another one and start again.',
  }

  test('ends with the first save that a revoked token is refused for', async () => {
    const id = await made('Traffic')
    await run('export')
    const token = await tokenOf('analyst', 'write')
    const { lines, ended } = watching(token)
    await expect.poll(() => lines).toEqual(['Watching DIR; Ctrl+C ends it.'])
    await revoke(token)
    edit(`${id}.json`, { name: 'Saved' })
    expect(await ended).toMatchObject(REFUSED)
    expect(lines.slice(1)).toEqual([
      'API_TOKEN_INVALID: This API token was revoked, has ended or never was; make another one in your account.',
    ])
    expect(await onServer(id)).toEqual({ name: 'Traffic', revision: 1 })
  })

  test('ends with a token that only reads, and goes on while the server has no answer', async () => {
    const id = await made('Traffic')
    await run('export')
    const { lines, ended } = watching(reads)
    await expect.poll(() => lines).toEqual(['Watching DIR; Ctrl+C ends it.'])
    const away = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'))
    edit(`${id}.json`, { name: 'Saved' })
    await expect.poll(() => lines.at(-1)).toMatch(/^LAYOUT_SERVER_UNREACHABLE: /)
    away.mockRestore()
    edit(`${id}.json`, { name: 'Saved again' })
    expect(await ended).toMatchObject(REFUSED)
    expect(lines.slice(-2)).toEqual([
      `DIR/${id}.json: API_TOKEN_READS_ONLY The API token "Folder" reads; make one that writes for this.`,
      '0 of 1 published.',
    ])
  })
})

describe('the command itself', () => {
  const start = (args: readonly string[], token: string) =>
    spawn(process.execPath, ['scripts/layout.ts', ...args, '--server', server], {
      env: { ...process.env, AFORO_TOKEN: token },
    })
  const finished = async (child: ReturnType<typeof start>) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const [code] = (await once(child, 'exit')) as [number | null]
    return [code, ...said.trim().replaceAll(dir, 'DIR').split('\n')]
  }

  test('takes the token from the environment, and exits with what it found', async () => {
    const id = await made('Traffic')
    expect(await finished(start(['export', dir], reads))).toEqual([0, `DIR/${id}.json: Traffic`, '1 written.'])
    edit(`${id}.json`, { name: 'Other' })
    expect(await finished(start(['diff', dir], reads))).toEqual([
      1,
      `DIR/${id}.json: changed`,
      '  Layout: name Traffic -> Other',
    ])
    expect((await finished(start(['apply', dir], '')))[0]).toBe(2)
  })

  test('watches until Ctrl+C', async () => {
    const child = start(['watch', dir], writes)
    const done = finished(child)
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    expect(await done).toEqual([0, 'Watching DIR; Ctrl+C ends it.', 'No longer watching.'])
  })
})

test('what other people wrote steers no terminal', () => {
  expect(printable('a\u001b[2Jb\u202ec\r\nd\te')).toBe('a\uFFFD[2Jb\uFFFDc\uFFFD\nd\te')
})

test('a command is about a server when it says so, and files are compared as before', () => {
  expect(
    [
      ['diff', 'a.json', 'b.json'],
      ['diff', 'dir', '--server', 'https://x'],
      ['diff', 'dir', '--server=https://x'],
      ['check', 'a.json', '--json'],
      ['export', 'dir'],
    ].map(isRemote),
  ).toEqual([false, true, true, false, true])
})
