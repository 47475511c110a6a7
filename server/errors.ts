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
  RATE_LIMITED: 429,
  OTP_INVALID: 401,
  OTP_REQUIRED: 401,
  PASSWORD_EXPIRED: 403,
  PASSWORD_WEAK: 400,
  PASSWORD_SAME: 400,
  PASSWORD_WRONG: 400,
  PASSWORD_COMMON: 400,
  CONFIRMATION_REQUIRED: 403,
  CONFIRMATION_ELSEWHERE: 400,
  RESPONSIBILITY_REQUIRED: 400,
  TOKEN_INVALID: 404,
  SESSION_NOT_FOUND: 404,
  OAUTH_CLIENT_INVALID: 400,
  OAUTH_REQUEST_INVALID: 400,
  OAUTH_CODE_INVALID: 400,
  API_CLIENT_NOT_FOUND: 404,
  REDIRECT_URI_INVALID: 400,
  IDP_NOT_CONFIGURED: 404,
  IDP_UNREACHABLE: 503,
  IDP_REFUSED: 403,
  IDP_NO_ACCOUNT: 403,
  ADMIN_REQUIRED: 403,
  FLAG_REQUIRED: 403,
  ORIGIN_FOREIGN: 403,
  SESSION_READS_ONLY: 403,
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
  YEAR_OUT_OF_RANGE: 400,
  DOWNLOAD_RANGE_TOO_LONG: 400,
  DOWNLOAD_DATE_FUTURE: 400,
  STATUS_RANGE_TOO_LONG: 400,
  FLAG_NEEDS: 400,
  BRAND_COLOUR_FAINT: 400,
  IMAGE_INVALID: 400,
  MAC_INVALID: 400,
  // What is not there, or not for this caller: the two answer alike.
  CLIENT_NOT_FOUND: 404,
  LOCAL_NOT_FOUND: 404,
  AREA_NOT_FOUND: 404,
  ALERT_RULE_NOT_FOUND: 404,
  ALERT_NOT_FOUND: 404,
  CAMPAIGN_NOT_FOUND: 404,
  DASHBOARD_NOT_FOUND: 404,
  DASHBOARD_REVISION_NOT_FOUND: 404,
  DASHBOARD_DRAFT_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  GROUP_NOT_FOUND: 404,
  ACCESS_NOT_FOUND: 404,
  BRAND_NOT_FOUND: 404,
  BRAND_IMAGE_NOT_FOUND: 404,
  FOOTSCAN_NOT_FOUND: 404,
  NODE_ENTRY_NOT_FOUND: 404,
  // What is there already.
  NAME_TAKEN: 409,
  MAC_TAKEN: 409,
  ACCESS_TAKEN: 409,
  FOOTSCAN_TAKEN: 409,
  NODE_ENTRY_TAKEN: 409,
  // What may not happen.
  LAST_ADMIN: 409,
  OWN_ACCOUNT: 409,
  FOOTSCAN_HAS_HISTORY: 409,
  OPENING_HOURS_OVERLAP: 409,
  OPENING_HOURS_EMPTY: 400,
  HOLIDAY_PAST: 409,
  HOLIDAY_REGION_UNKNOWN: 400,
  ALERT_SETTINGS_INVALID: 400,
  ALERT_RECIPIENT_UNSUITABLE: 400,
  DASHBOARD_READ_ONLY: 403,
  DASHBOARD_CONFLICT: 409,
  DASHBOARD_LIMIT: 409,
  DASHBOARD_UNREADABLE: 400,
  DASHBOARD_INVALID: 400,
  DASHBOARD_AUDIENCE: 400,
  // Reports.
  REPORT_NOT_FOUND: 404,
  REPORT_RUN_NOT_FOUND: 404,
  REPORT_RUN_OVER: 409,
  REPORT_LIMIT: 409,
  REPORT_BUSY: 429,
  REPORT_MAILS_SPENT: 429,
  REPORT_NO_CHROMIUM: 409,
  REPORT_NO_MAIL: 409,
  REPORT_RECIPIENTS_INVALID: 400,
  REPORT_RECIPIENT_FOREIGN: 400,
  REPORT_ZONE_UNKNOWN: 400,
  // Files that people bring.
  UPLOAD_FILE_MISSING: 400,
  UPLOAD_BODY_INVALID: 400,
  UPLOAD_MODE_INVALID: 400,
  UPLOAD_TOO_LARGE: 413,
  UPLOAD_BUSY: 429,
  UPLOAD_EMPTY: 422,
  UPLOAD_NOT_TEXT: 422,
  UPLOAD_NOT_WORKBOOK: 422,
  UPLOAD_DAMAGED: 422,
  UPLOAD_TOO_MUCH: 422,
  UPLOAD_SEPARATOR: 422,
  UPLOAD_SHEETS: 422,
  UPLOAD_COLUMNS: 422,
  UPLOAD_ROWS_INVALID: 422,
  UPLOAD_IDS_MISSING: 422,
  UPLOAD_NOTHING_FOUND: 422,
  UPLOAD_NOT_FOUND: 404,
  UPLOAD_UNDONE: 409,
  // Devices and what they send.
  DEVICE_KEY_REQUIRED: 401,
  DEVICE_KEY_INVALID: 401,
  DEVICE_SIGNATURE_INVALID: 401,
  DEVICE_FOREIGN: 403,
  PAYLOAD_INVALID: 400,
  ADAPTER_UNKNOWN: 404,
  DEVICE_KEY_NOT_FOUND: 404,
  QUARANTINE_NOT_FOUND: 404,
  QUARANTINE_RELEASED: 409,
  QUARANTINE_KEPT: 409,
  INGEST_BUSY: 503,
  STORAGE_FULL: 507,
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
