/** Takes the files and the settings of an import from a multipart body to the disk, a piece at a time. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { isImportSettings, type ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { diskSpace } from '../../lib/disk-space.ts'
import { AppError } from '../../lib/errors.ts'
import type { SourceFile } from './reading/read-files.ts'
import { fileNameOf, fileSink, invalid, paced, refusalOf } from '../uploads/receive.ts'

/** Bytes of one file. */
export const MAX_BYTES = 2_000_000_000
export const MAX_FILES = 20
/** Fields that hold files. */
const FIELDS = ['file', 'files', 'data']

export interface Received {
  readonly files: readonly SourceFile[]
  readonly settings: ImportSettings
  /** The folder in which they are. */
  readonly folder: string
  remove(): Promise<void>
}

const tooLarge = (maxBytes: number) =>
  new AppError('IMPORT_FILE_TOO_LARGE', `A file is larger than ${maxBytes / 1_000_000} MB; split it.`, {
    maxMb: maxBytes / 1_000_000,
  })
const full = (cause?: unknown) =>
  new AppError('STORAGE_FULL', 'There is no room for the files on the server.', undefined, { cause })

/**
 * @param folder is made for it
 * @throws {AppError} CONTENT_TYPE_UNSUPPORTED, UPLOAD_FILE_MISSING, UPLOAD_BODY_INVALID, IMPORT_FILE_TOO_LARGE,
 * STORAGE_FULL, REQUEST_INVALID
 */
export async function receiveImport(request: FastifyRequest, folder: string): Promise<Received> {
  if (!request.isMultipart())
    throw new AppError(
      'CONTENT_TYPE_UNSUPPORTED',
      'Send the files as multipart/form-data, in fields named file, and what is known of them in a field named ' +
        'settings.',
    )
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const remove = () => rm(folder, { recursive: true, force: true })
  const files: SourceFile[] = []
  let settings: ImportSettings = {}
  try {
    const { freeBytes, enough } = await diskSpace(folder)
    // Lines wait beside their files, in about as much room.
    if (!enough || Number(request.headers['content-length'] ?? 0) * 2 > freeBytes) throw full()
    for await (const part of request.parts({ limits: { fileSize: MAX_BYTES + 1, files: MAX_FILES } })) {
      if (part.type === 'field') {
        if (part.fieldname === 'settings') settings = settingsOf(part.value)
        continue
      }
      if (!FIELDS.includes(part.fieldname))
        throw invalid(`a file is in the field ${part.fieldname.slice(0, 40)}; file or files was expected`)
      const path = join(folder, `file-${files.length}`)
      await pipeline(part.file, paced(MAX_BYTES, tooLarge), await fileSink(path))
      files.push({ path, name: fileNameOf(part.filename) })
    }
  } catch (error) {
    await remove()
    throw refusalOf(error, MAX_BYTES, tooLarge)
  }
  if (files.length === 0) {
    await remove()
    throw new AppError('UPLOAD_FILE_MISSING', 'There is no file in the body; send one or more in fields named file.')
  }
  return { files, settings, folder, remove }
}

function settingsOf(value: unknown): ImportSettings {
  let parsed: unknown = null
  try {
    parsed = JSON.parse(String(value))
  } catch (cause) {
    throw new AppError('REQUEST_INVALID', 'The field settings is no JSON.', { place: 'settings' }, { cause })
  }
  if (!isImportSettings(parsed))
    throw new AppError(
      'REQUEST_INVALID',
      'The field settings is not as /entities/import-settings says; see GET /api/openapi.json.',
      { place: 'settings' },
    )
  return parsed
}
