/** Imports through the API in tests. For tests only. */
import type { Import } from '#schemas/generated/entities/import.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Fixture } from '../../testing/fixture.ts'
import type { Send, Sent } from '../../testing/send.ts'
import { formOf } from '../uploads/testing.ts'

export type TestFile = readonly [name: string, data: string | Buffer]

/** A form with files and settings. */
export function importForm(files: readonly TestFile[], settings?: ImportSettings) {
  return formOf([
    ...(settings === undefined ? [] : [{ field: 'settings', data: JSON.stringify(settings) }]),
    ...files.map(([fileName, data]) => ({ field: 'files', fileName, data })),
  ])
}

export function importer(f: Fixture, send: Send) {
  const settled = async (id: number): Promise<Import> => {
    await f.app.background.settled()
    return (await send('GET', `/imports/${id}`)).body as Import
  }
  return {
    send,
    post: (files: readonly TestFile[], settings?: ImportSettings, query = ''): Promise<Sent> => {
      const { payload, headers } = importForm(files, settings)
      return send('POST', `/imports${query}`, payload, headers)
    },
    settled,
    /** Sends files and waits until they are read. */
    async read(files: readonly TestFile[] | string, settings: ImportSettings = {}): Promise<Import> {
      const { body, status, text } = await this.post(
        typeof files === 'string' ? [['counts.csv', files]] : files,
        settings,
      )
      if (status !== 202) throw new Error(`${status} ${text}`)
      return settled((body as Import).id)
    },
    /** The same, and loads them. */
    async load(files: readonly TestFile[] | string, settings: ImportSettings = {}): Promise<Import> {
      const { id, state, questions } = await this.read(files, settings)
      if (state !== 'ready') throw new Error(`${state}: ${JSON.stringify(questions)}`)
      await send('POST', `/imports/${id}/load`)
      const loaded = await settled(id)
      if (loaded.state !== 'loaded') throw new Error(`${loaded.state}: ${JSON.stringify(loaded.questions)}`)
      return loaded
    },
    async undo(id: number): Promise<Import> {
      const { status, text } = await send('POST', `/imports/${id}/undo`)
      if (status !== 202) throw new Error(`${status} ${text}`)
      return settled(id)
    },
  }
}
