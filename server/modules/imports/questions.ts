/** Questions and notes of an import itself, beside those of its files. */
import type { ImportQuestion } from '#schemas/generated/entities/import.ts'

export const CLIENT_REQUIRED: ImportQuestion = {
  code: 'IMPORT_CLIENT_REQUIRED',
  message: 'Say which client gets the counts: client, or newClient with a name.',
  details: {},
  setting: 'client',
  lines: [],
}
const NOT_SAID = { details: {}, setting: null, lines: [] }
export const notRead = (why: string): ImportQuestion => ({
  code: 'IMPORT_NOT_READ',
  message: `The files could not be read: ${why} Nothing was loaded.`.slice(0, 4000),
  ...NOT_SAID,
})
export const notStored = (): ImportQuestion => ({
  code: 'IMPORT_NOT_STORED',
  message: 'Something went wrong on our side; nothing was loaded.',
  ...NOT_SAID,
})
