import type { Export } from '#schemas/generated/entities/export.ts'
import { AppError } from '../../lib/errors.ts'

export type ExportFailure = NonNullable<Export['error']>

/** Why the file of an export could not be made, in words for its owner. */
export class ExportError extends Error {
  readonly code: ExportFailure['code']
  readonly details: ExportFailure['details']

  constructor(code: ExportFailure['code'], message: string, details: ExportFailure['details'] = {}) {
    super(message)
    this.name = 'ExportError'
    this.code = code
    this.details = details
  }
}

export const exportNotFound = (id: number) =>
  new AppError('EXPORT_NOT_FOUND', `This account has no export ${id}, or it has expired.`, { export: id })
