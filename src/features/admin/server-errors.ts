/** Shows an error of the server at the field that its code belongs to. */
import { isRecord } from '#domain/record'
import { isAccessFlag } from '#domain/access'
import { FieldErrors, type Translate } from '#ui'
import { FLAG_NAMES } from './flag-names.ts'

/** The field of each error code, or a function that finds it in the details. */
export type FieldMap = Readonly<
  Record<
    string,
    string | ((details: Readonly<Record<string, unknown>>) => { readonly field: string; readonly text?: string } | null)
  >
>

/** `body.username` → `username`: the path of an invalid value. */
function placeOf(details: Readonly<Record<string, unknown>>): string | null {
  const [, field] = typeof details.place === 'string' ? details.place.split('.') : []
  return field ?? null
}

/** Rejects with FieldErrors for a code that has a field, else with an Error that has the message. */
export async function mapServerErrors<T>(
  work: Promise<T>,
  fieldMap: FieldMap,
  errorText: (cause: unknown) => string,
): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const { code, details } = isRecord(cause) ? cause : {}
    const facts = isRecord(details) ? details : {}
    const place = typeof code === 'string' ? fieldMap[code] : undefined
    const found = typeof place === 'function' ? place(facts) : place === undefined ? null : { field: place }
    if (found !== null) throw new FieldErrors({ [found.field]: found.text ?? errorText(cause) })
    const field = code === 'REQUEST_INVALID' ? placeOf(facts) : null
    if (field !== null && Object.values(fieldMap).includes(field)) throw new FieldErrors({ [field]: errorText(cause) })
    throw new Error(errorText(cause), { cause })
  }
}

/** FLAG_NEEDS at the flags, in the names of the form. */
export const flagFieldMap = (t: Translate): FieldMap => ({
  FLAG_NEEDS: ({ flag, needs }) => ({
    field: 'flags',
    ...(isAccessFlag(flag) &&
      isAccessFlag(needs) && {
        text: t('admin:flags.lacking', { name: t(FLAG_NAMES[flag]), needs: t(FLAG_NAMES[needs]) }),
      }),
  }),
})
