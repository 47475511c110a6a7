/**
 * A generated guard. True = the value is a T, with the schema's defaults filled in place; else `errors` says why, as
 * ajv reports it. Guards of `schemas/api` and `schemas/entities` do not say why.
 */
export interface Guard<T> {
  (value: unknown): value is T
  errors?: readonly GuardError[] | null
}

export interface GuardError {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly message?: string
  readonly params: Record<string, unknown>
}
