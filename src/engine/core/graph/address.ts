/** The filters in the address, so that a link reproduces the screen, and in the reader's storage. */
import type { Param } from '#schemas/generated/layout.ts'
import type { Issue } from '../../types.ts'
import { LONGEST_DEFAULT } from '../document/constants.ts'
import type { UrlPort } from '../params/ports.ts'
import { mayHaveDefault } from '../params/defaults.ts'
import { kindOf } from '../kinds/index.ts'
import type { LayoutModel, ParamKey, ParamModel } from '../document/model.ts'
import type { ParamRuntime } from '../params/params.ts'
import type { Memory } from '../params/persist.ts'
import { type FilterEnv, type FilterState, isDefault } from './transaction.ts'
import { keysOf, placesOf, readUrl, textsIn, type UrlRead, writeUrl } from '../params/url.ts'
import { createPageAddress, type PageNow, type Seen } from './page-address.ts'

interface Parts extends PageNow {
  readonly model: LayoutModel
  readonly memory: Memory
  readonly url: UrlPort | undefined
  readonly env: () => FilterEnv
  readonly filters: () => FilterState
  readonly label: (param: ParamModel) => string
}

export interface Address {
  /** The filters in the address now. */
  read(): UrlRead & Seen
  /** From here on, what the address says is known. */
  begin(): void
  /**
   * Writes the filters as they are; a new entry of the history, or in place of the last one. `chosen`: what the reader
   * chose just now, and what is remembered.
   */
  remember(mode: 'push' | 'replace', chosen: Iterable<ParamKey>): void
  /**
   * Changes that others made to the address since, with undefined for removed filters; undefined when they
   * made none.
   */
  changed(): (Seen & { readonly notices: readonly Issue[]; readonly edits: ReadonlyMap<ParamKey, unknown> }) | undefined
}

export function createAddress({ model, memory, url, env, filters, label, ...now }: Parts): Address {
  let last: string | undefined
  const places = placesOf(model)
  const taken = [...places.values()].flatMap(keysOf)
  const page = createPageAddress(model, new Set(taken), now)
  const keys = [...taken, ...page.keys]
  /** Full values of those that the address shortens: going back restores them. */
  const seen = new Map<string, unknown>()
  const seenKey = (key: ParamKey, texts: Readonly<Record<string, string>>) => `${key} ${JSON.stringify(texts)}`

  function read(): ReturnType<Address['read']> {
    const { today, resolvePeriods } = env()
    const search = url?.search() ?? ''
    const { values, notices } = readUrl(model.params.values(), search, { places, today, resolvePeriods, label })
    const known = new Map(
      [...values].map(([key, value]) => {
        const place = places.get(key)
        return [key, (place && seen.get(seenKey(key, textsIn(place, value)))) ?? value] as const
      }),
    )
    const seenOfPage = page.read(search)
    return { ...seenOfPage, values: known, notices: [...notices, ...seenOfPage.notices] }
  }

  /** A filter in the address: its value, or the requested one while it is not available. */
  function textsOf(key: ParamKey): Readonly<Record<string, string>> {
    const [place, runtime] = [places.get(key), filters().params.get(key)]
    if (place === undefined || runtime === undefined) return {}
    const definition = model.params.get(key)?.definition
    if (definition !== undefined && isEmptied(definition, runtime)) return textsIn(place, null)
    const isWhole = runtime.status === 'set' && runtime.missing.length === 0
    const value = isWhole ? (runtime.choice ?? runtime.value) : runtime.requested?.value
    const texts = textsIn(place, value)
    if (definition !== undefined && kindOf(definition).isAddressShort === true && value !== undefined)
      seen.set(seenKey(key, texts), value)
    // All stores of a very large brand: a server refuses an address of that length, and without the key they are all.
    return (texts[place.key]?.length ?? 0) > LONGEST_DEFAULT && isDefault(env(), filters(), key, value) ? {} : texts
  }

  return {
    read,
    begin() {
      last = url?.search()
    },

    remember(mode, chosen) {
      for (const key of chosen) {
        const requested = filters().params.get(key)?.requested
        if (model.params.get(key)?.definition.persist === undefined) continue
        if (requested?.value === undefined) memory.forget(key)
        else memory.write(key, requested.value)
      }
      if (url === undefined) return
      const search = url.search()
      const texts: Record<string, string> = Object.assign({}, ...[...places.keys()].map(textsOf), page.texts())
      const written = writeUrl(keys, texts, search)
      if (sameSearch(written, search)) return
      last = written
      url.write(written, mode)
    },

    changed() {
      if (url === undefined || sameSearch(url.search(), last ?? '\0')) return undefined
      last = url.search()
      const { values, ...open } = read()
      return { ...open, edits: new Map([...places.keys()].map((key) => [key, values.get(key)])) }
    },
  }
}

/** Emptied, where another reader may have a default that is not empty, or remember a value. */
const isEmptied = (definition: Param, { requested }: ParamRuntime): boolean =>
  requested !== undefined &&
  requested.value === undefined &&
  (definition.persist !== undefined || mayHaveDefault(definition))

const sameSearch = (a: string, b: string) =>
  a.replace(/^\?/, '').replaceAll('%2C', ',') === b.replace(/^\?/, '').replaceAll('%2C', ',')
