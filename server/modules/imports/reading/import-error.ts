/** Why a file was refused as a whole. None of it was loaded. */
export type ImportErrorCode =
  | 'FILE_NOT_FOUND'
  | 'FILE_TOO_LARGE'
  | 'FILE_NOT_TEXT'
  | 'FILE_EMPTY'
  | 'FILE_CHANGED'
  | 'FILE_QUOTE_OPEN'
  | 'FILE_COLUMNS_MISSING'
  | 'FILE_NO_ROWS'
  | 'FILE_GRAIN_CONFLICT'
  | 'FILE_UNREADABLE'
  | 'FILE_TIME_RANGE'
  | 'FILE_OFFSETS_WRONG'
  | 'FILE_COLUMN_UNUSED'
  | 'FILE_CONTRADICTORY'
  | 'FILE_TWICE'
  | 'FILE_SHEET_MISSING'
  | 'FILE_DAYS_UNPLACED'
  | 'IMPORT_OPTION_INVALID'
  | 'IMPORT_FORMAT_UNKNOWN'
  | 'IMPORT_ZONE_UNKNOWN'
  | 'IMPORT_ZONE_CONFLICT'
  | 'IMPORT_LINES_UNCLEAR'
  | 'IMPORT_DATES_UNCLEAR'
  | 'IMPORT_SENSORS_UNMATCHED'
  | 'IMPORT_SENSORS_AMBIGUOUS'
  | 'IMPORT_NOTHING_TAKEN'
  | 'IMPORT_NOT_STORED'
  | 'IMPORT_PLACES_UNKNOWN'

export class ImportError extends Error {
  readonly code: ImportErrorCode
  /** The first lines that do not fit, each with why. */
  readonly lines: readonly string[]
  /** Values of the sentence, for those who word it in another language. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    code: ImportErrorCode,
    message: string,
    lines: readonly string[] = [],
    { details = {}, ...options }: ErrorOptions & { readonly details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, options)
    this.name = 'ImportError'
    this.code = code
    this.lines = lines
    this.details = details
  }
}
