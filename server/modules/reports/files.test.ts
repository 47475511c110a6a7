/** The files of a run: their names, the input of the printer, what is too large, and the token of the requests. */
import { inflateRawSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { encodeText, fromRows, toJson } from '#domain/frame-build'
import { OCCUPANCY_NOW } from '#domain/occupancy-columns'
import { formatLayout } from '../../../src/engine/core/document/format.ts'
import type { User } from '../../lib/user.ts'
import { askWith, fetchWith } from './ask.ts'
import { csvFile } from './csv-files.ts'
import { reportMaker } from './maker.ts'
import type { PrintOf } from './printer.ts'
import type { TakenRun } from './run-repo.ts'

const table = (id: string) => ({
  type: 'data-table',
  title: id,
  data: { rows: { query: 'inside' } },
  options: { rows: ['local'], columns: [{ column: 'people' }], coverage: false },
})
const documentOf = (widgets: Record<string, object>) =>
  formatLayout({
    format: 1,
    _id: 'mine',
    revision: 0,
    name: 'Dentro',
    queries: { inside: { source: 'occupancy.now', args: { client: 7, locals: [3] } } },
    widgets,
    layout: { sections: [{ id: 'top', widgets: Object.keys(widgets) }] },
  } as never)
const NOTE = { type: 'text', options: { markdown: 'Hola' } }
const ROW = OCCUPANCY_NOW.map(({ id, type }) =>
  id === 'local' ? 3 : id === 'people' ? 12.5 : type === 'text' ? null : 0,
)

const calls: { url: string; headers: Record<string, string> }[] = []
const printed: PrintOf[] = []
const said = { pages: 2, bytes: Buffer.from('%PDF'), ended: 0 }
beforeEach(() => {
  Object.assign(said, { pages: 2, bytes: Buffer.from('%PDF'), ended: 0 })
  calls.length = 0
  printed.length = 0
})
const inject = (async ({ url, headers }: { url: string; headers: Record<string, string> }) => {
  calls.push({ url, headers })
  const body = url.startsWith('/api/occupancy/now') ? toJson(fromRows(OCCUPANCY_NOW, [ROW])) : []
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/json', vary: ['accept', 'origin'], gone: undefined },
    rawPayload: Buffer.from(JSON.stringify(body)),
  }
}) as unknown as Parameters<typeof askWith>[0]

function make(formats: readonly ('pdf' | 'csv')[], widgets: Record<string, object>) {
  const maker = reportMaker({
    users: {
      find: async () =>
        ({
          id: 1,
          username: 'ana@aforo.test',
          role: 'basic',
          enabled: true,
          passwordExpired: false,
          flags: [],
          clients: [7],
          properties: { lang: 'es', demo: false },
        }) as unknown as User,
    },
    runs: { recipientsBefore: async () => 0 },
    reportTokens: {
      issue: () => ({
        token: 'of-this-run',
        end: () => {
          said.ended += 1
        },
      }),
      resolve: async () => null,
    },
    dashboards: {
      view: async () => ({ entry: { id: 'mine', name: 'Dentro', flag: null }, text: documentOf(widgets) }),
    },
    printer: {
      isThere: () => true,
      print: async (of) => {
        printed.push(of)
        return { bytes: said.bytes, pages: said.pages }
      },
    },
    inject,
    reportDomains: null,
    clock: { now: () => Date.UTC(2026, 10, 20) },
    log: { warn: () => undefined },
  })
  const what = { name: 'Mi / panel', dashboard: 'mine', values: {}, formats, lang: 'es', timeZone: 'Europe/Madrid' }
  const run = { id: 7, owner: 1, kind: 'file', asOf: '2026-11-20', tries: 1, what: { ...what, mail: null } }
  return maker.make(run as unknown as TakenRun, new AbortController().signal)
}

test('a report has its pages and its table under its name and day, asked with the token of the run', async () => {
  const made = await make(['pdf', 'csv'], { inside: table('Dentro') })
  expect(made).toMatchObject({ title: 'Dentro', sender: 'ana@aforo.test', pages: 2 })
  const [pdf, csv] = 'files' in made ? made.files : []
  expect([pdf?.type, csv?.type, Buffer.from(pdf!.bytes).toString()]).toEqual(['application/pdf', 'text/csv', '%PDF'])
  expect(pdf?.name).toMatch(/^Mi.*panel_2026-11-20\.pdf$/)
  expect(csv?.name).toBe(pdf?.name.replace(/pdf$/, 'csv'))
  // As a Spanish spreadsheet reads it: with a mark of its own, and a comma in numbers.
  expect(Buffer.from(csv!.bytes).toString()).toMatch(/^\uFEFF[\s\S]*;/)
  expect(printed).toMatchObject([
    {
      path: '/print/7',
      lang: 'es',
      timeZone: 'Europe/Madrid',
      head: ['Mi / panel', 'Datos a 20 de noviembre de 2026'],
      foot: expect.stringMatching(/\{\{page\}\}.*\{\{pages\}\}/) as string,
    },
  ])
  expect(calls.filter(({ url, headers }) => url.startsWith('/api/') && headers.access_token !== 'of-this-run')).toEqual(
    [],
  )
  expect(said.ended).toBe(1)
})

describe('a report is not made', () => {
  test('when it would have no file: a page without tables as CSV', async () => {
    expect(await make(['csv'], { note: NOTE })).toEqual({ reason: 'nothingShown' })
    expect(said.ended).toBe(1)
    expect(await make(['pdf'], { note: NOTE })).toMatchObject({ pages: 2 })
  })

  test('of more than a hundred pages, or ten megabytes', async () => {
    for (const [pages, megabytes, isMade] of [
      [100, 0, true],
      [101, 0, false],
      [1, 10, true],
      [1, 10.001, false],
    ] as const) {
      Object.assign(said, { pages, bytes: Buffer.alloc(megabytes * 1024 * 1024) })
      const made = await make(['pdf'], { note: NOTE })
      expect([pages, megabytes, made]).toEqual([
        pages,
        megabytes,
        isMade ? expect.objectContaining({ pages }) : { reason: 'tooLarge' },
      ])
    }
  })
})

test('several tables are one archive, numbered in their order; none is no file', async () => {
  const tableOf = (header: string) => ({ columns: [{ header, data: encodeText(['x']) }], rows: 1 })
  const titled = ['Uno', 'Dos'].map((title) => ({ title, table: tableOf(title) }))
  expect(await csvFile('x', [], {})).toBe(undefined)
  const zip = (await csvFile('x', titled, {}))!
  expect([zip.name, zip.type]).toEqual(['x.zip', 'application/zip'])
  const text = Buffer.from(zip.bytes).toString('latin1')
  const [first, second] = ['01_Uno.csv', '02_Dos.csv'].map((name) => text.indexOf(name))
  expect([first, (second ?? 0) > (first ?? 0)]).toEqual([30, true])
  const bytes = Buffer.from(zip.bytes)
  const content = inflateRawSync(bytes.subarray(30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28)))
  expect(content.toString()).toMatch(/^\uFEFFUno\r?\nx/)
})

describe('what a report asks', () => {
  test('goes with its token to calls of the API only, and says where it believes to be', async () => {
    const ask = askWith(inject, 'token')
    await ask('/api/me', { host: 'aforo.test', accept: 'application/json' })
    await ask('/assets/app.js', {})
    expect(calls).toEqual([
      { url: '/api/me', headers: { host: 'aforo.test', accept: 'application/json', access_token: 'token' } },
      { url: '/assets/app.js', headers: { accept: '*/*' } },
    ])
    expect(await ask('/x', {})).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json', vary: 'accept, origin' },
      body: Buffer.from('[]'),
    })
  })

  test('is answered as a page is, also without a body, and not once it was cancelled', async () => {
    const answering = (status: number) =>
      fetchWith(async () => ({ status, headers: { x: 'y' }, body: Buffer.from('a') }))
    const reply = await answering(200)('/api/me', { headers: { accept: 'text/plain' } })
    expect([reply.status, reply.headers.get('x'), await reply.text()]).toEqual([200, 'y', 'a'])
    for (const status of [204, 304]) expect(await (await answering(status)('/api/me')).text()).toBe('')
    const reason = new Error('over')
    await expect(answering(200)('/api/me', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const later = new AbortController()
    const slow = fetchWith(async () => {
      later.abort(reason)
      return { status: 200, headers: {}, body: Buffer.from('a') }
    })
    await expect(slow('/api/me', { signal: later.signal })).rejects.toBe(reason)
  })
})
