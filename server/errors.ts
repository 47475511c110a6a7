/**
 * Every refusal of the server: a stable code with its HTTP status, a sentence that names the value and what was expected.
 * The page translates the code (`src/i18n/locales/errors`); docs/errors.md says what to do about each.
 */
export const ERRORS = {
  // Sign-in and access.
  SESSION_REQUIRED: 401,
  SESSION_INVALID: 401,
  LOGIN_FAILED: 401,
  LOGIN_INCOMPLETE: 400,
  LOGIN_TOO_MANY: 429,
  LOGIN_BUSY: 429,
  ADMIN_REQUIRED: 403,
  FLAG_REQUIRED: 403,
  // What was asked.
  REQUEST_INVALID: 400,
  REQUEST_TIMEOUT: 408,
  HEADERS_TOO_LARGE: 431,
  BODY_UNREADABLE: 400,
  BODY_TOO_LARGE: 413,
  CONTENT_TYPE_UNSUPPORTED: 415,
  ROUTE_NOT_FOUND: 404,
  DATE_INVALID: 400,
  DATES_INCORRECT: 400,
  PERIOD_CAMPAIGN_UNKNOWN: 400,
  PERIODS_INCOMPLETE: 400,
  PERIOD_OUT_OF_RANGE: 400,
  DOWNLOAD_RANGE_TOO_LONG: 400,
  // What is not there, or not for this caller: the two answer alike.
  CLIENT_NOT_FOUND: 404,
  LOCAL_NOT_FOUND: 404,
  AREA_NOT_FOUND: 404,
  CAMPAIGN_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  // What is there already.
  NAME_TAKEN: 409,
  // Ourselves.
  HANDLER_TIMEOUT: 503,
  STORE_UNAVAILABLE: 503,
  INTERNAL: 500,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERRORS
export type ErrorDetails = Readonly<Record<string, unknown>>

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails | undefined

  constructor(code: ErrorCode, message: string, details?: ErrorDetails, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.status = ERRORS[code]
    this.details = details
  }
}

export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(ERRORS, code)

/** A reason not to start, or not to do what the command line asked: shown to the person at the terminal, without a stack. */
export class StartError extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
    this.code = code
  }
}
