import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { importsApi } from './imports.ts'

test('files are sent as a form with what is known of them before them, and the rest is asked at the address of the import', async () => {
  const seen: { url: string; init: RequestInit }[] = []
  const client = createClient({
    tokens: { get: () => 't', set: () => undefined, clear: () => undefined },
    onUnauthorized: () => undefined,
    fetch: (url, init) => {
      seen.push({ url: url as string, init: init ?? {} })
      return Promise.resolve(new Response('file,line\n', { headers: { 'content-type': 'text/csv' } }))
    },
  })
  const imports = importsApi(client)
  const files = [new File(['a'], 'enero.csv'), new File(['b'], 'febrero.csv')]
  // What comes back is no import: that is said, and what was sent is seen.
  await expect(imports.begin(files, { client: 7 })).rejects.toMatchObject({ code: 'ANSWER_UNEXPECTED' })
  const form = seen[0]?.init.body as FormData
  expect([...form.keys()]).toEqual(['settings', 'files', 'files'])
  expect(JSON.parse(form.get('settings') as string)).toEqual({ client: 7 })
  expect(form.getAll('files').map((file) => (file as File).name)).toEqual(['enero.csv', 'febrero.csv'])
  expect(await (await imports.quarantined(7)).text()).toBe('file,line\n')
  await imports.removePreset(4)
  expect(seen.map(({ url, init }) => [init.method, url])).toEqual([
    ['POST', '/api/imports'],
    ['GET', '/api/imports/7/apart'],
    ['DELETE', '/api/import-presets/4'],
  ])
})
