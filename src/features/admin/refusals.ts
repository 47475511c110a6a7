/** A refusal of the server stands where the reader can do something about it: at the field its code belongs to. */
import { isRecord } from '#domain/record'
import { isAccessFlag } from '#domain/access'
import { FieldErrors, type Translate } from '#ui'
import { FLAG_NAMES } from './flag-names.ts'

/** The field each code belongs to, or what finds it in the details. */
export type Places = Readonly<
  Record<
    string,
    string | ((details: Readonly<Record<string, unknown>>) => { readonly field: string; readonly text?: string } | null)
  >
>

/** `body.username` → `username`: the server names the place of a value it does not take. */
function placeOf(details: Readonly<Record<string, unknown>>): string | null {
  const [, field] = typeof details.place === 'string' ? details.place.split('.') : []
  return field ?? null
}

/** Waits for `work`. Throws FieldErrors for a code that has a place, and else an Error with the sentence. */
export async function placed<T>(work: Promise<T>, places: Places, say: (cause: unknown) => string): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const { code, details } = isRecord(cause) ? cause : {}
    const facts = isRecord(details) ? details : {}
    const place = typeof code === 'string' ? places[code] : undefined
    const found = typeof place === 'function' ? place(facts) : place === undefined ? null : { field: place }
    if (found !== null) throw new FieldErrors({ [found.field]: found.text ?? say(cause) })
    const field = code === 'REQUEST_INVALID' ? placeOf(facts) : null
    if (field !== null && Object.values(places).includes(field)) throw new FieldErrors({ [field]: say(cause) })
    throw new Error(say(cause), { cause })
  }
}

/** FLAG_NEEDS at the flags, in the names of the form. */
export const flagPlaces = (t: Translate): Places => ({
  FLAG_NEEDS: ({ flag, needs }) => ({
    field: 'flags',
    ...(isAccessFlag(flag) &&
      isAccessFlag(needs) && {
        text: t('admin:flags.lacking', { name: t(FLAG_NAMES[flag]), needs: t(FLAG_NAMES[needs]) }),
      }),
  }),
})
