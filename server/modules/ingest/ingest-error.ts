/** Why a whole message was refused. None of it was stored; the sender may fix and resend it. */
export type IngestErrorCode = 'PAYLOAD_INVALID'

export class IngestError extends Error {
  readonly code: IngestErrorCode
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: IngestErrorCode,
    message: string,
    details?: Readonly<Record<string, unknown>>,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'IngestError'
    this.code = code
    this.details = details
  }
}
