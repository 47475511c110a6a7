import { expect, test, vi } from 'vitest'
import { ApiError, createClient } from './client.ts'
import { uploadsApi } from './uploads.ts'

function stage(answer: () => Response) {
  const seen: { url: string; init: RequestInit }[] = []
  const client = createClient({
    tokens: { get: () => 't', set: () => undefined, clear: () => undefined },
    onUnauthorized: () => undefined,
    fetch: (url, init) => {
      seen.push({ url: url as string, init: init ?? {} })
      return Promise.resolve(answer())
    },
  })
  return { uploads: uploadsApi(client), seen }
}
const file = new File(['U1;2026-11-18;3'], 'tickets.csv')

test('a file is sent as a form in the field file, to the address of its kind, with ten minutes', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout')
  const { uploads, seen } = stage(() => new Response(null, { status: 304 }))
  const what = { mode: 'CSV', client: 7 } as const
  for (const kind of ['offersOrders', 'investment', 'ticketsHourly', 'ticketsDaily'] as const)
    expect(await uploads.load({ ...what, kind }, file)).toBeNull()
  await uploads.load({ kind: 'offersOrders', mode: 'SINGLE_HME', client: null }, file)
  await uploads.load({ kind: 'offersOrders', mode: 'CSV_MULTICLIENT', client: null }, file)
  expect(seen.map(({ url }) => url)).toEqual([
    '/api/automotive/oo/7/upload/CSV',
    '/api/automotive/mi/7/upload',
    '/api/upload/tickets/hourly/7/csv',
    '/api/upload/tickets/daily/7/csv',
    '/api/automotive/oo/hme/upload/SINGLE_HME',
    '/api/automotive/oo/multiclient/upload/CSV_MULTICLIENT',
  ])
  const init = seen[0]?.init ?? {}
  expect((init.body as FormData).get('file')).toMatchObject({ name: 'tickets.csv' })
  // The browser writes the boundary itself.
  expect(Object.keys(init.headers as object)).not.toContain('content-type')
  expect(limit).toHaveBeenLastCalledWith(600_000)
  limit.mockRestore()
})

test('an error is thrown, and only a file without new rows gives null', async () => {
  const { uploads } = stage(() =>
    Response.json({ code: 'UPLOAD_ROWS_INVALID', message: 'No.', details: { field: 'Date' } }, { status: 422 }),
  )
  await expect(uploads.load({ kind: 'ticketsDaily', mode: 'SINGLE', client: 1 }, file)).rejects.toBeInstanceOf(ApiError)
})
