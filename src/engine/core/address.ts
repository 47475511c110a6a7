/** What the filters leave behind: in the address, so that a link reproduces the screen, and in the reader's storage. */
import type { PeriodPair } from '#domain/periods'
import type { UrlPort } from './dashboard-types.ts'
import type { LayoutModel, ParamKey, ParamModel } from './model.ts'
import type { Memory } from './persist.ts'
import { type SeedContext, seedsOf } from './seeds.ts'
import { type FilterEnv, type FilterState, isDefault } from './transaction.ts'
import { formatShape, readUrl, type UrlRead, writeUrl } from './url.ts'

interface Parts {
  readonly model: LayoutModel
  readonly memory: Memory
  readonly url: UrlPort | undefined
  readonly env: () => FilterEnv
  readonly filters: () => FilterState
  readonly label: (param: ParamModel) => string
  readonly seedContext: () => SeedContext
  /** Periods by filter and last day, for an address that keeps only that day. */
  readonly seen: Map<string, PeriodPair>
}

export interface Address {
  /** What the address says of the filters now. */
  read(): UrlRead
  /** From here on, what the address says is known. */
  begin(): void
  /** Writes the filters as they are; a new entry of the history, or in place of the last one. */
  remember(mode: 'push' | 'replace'): void
  /** What somebody else wrote into the address since, with undefined for filters that left it; undefined when nobody did. */
  changed(): { readonly notices: UrlRead['notices']; readonly edits: ReadonlyMap<ParamKey, unknown> } | undefined
}

export function createAddress({ model, memory, url, env, filters, label, seedContext, seen }: Parts): Address {
  let last: string | undefined
  const read = () => readUrl(model.params.values(), url?.search() ?? '', label)

  /** What a filter is in the address: nothing for its default, and what was asked for while it cannot be had. */
  function textOf({ key, definition }: ParamModel): string | undefined {
    const runtime = filters().params.get(key)
    if (runtime?.wanted === undefined || definition.url === undefined) return undefined
    const value = runtime.status === 'set' && runtime.missing.length === 0 ? runtime.value : runtime.wanted.value
    if (isDefault(env(), filters(), key, value)) return undefined
    const written = formatShape(definition.url.shape, value)
    if (definition.type === 'periodPair' && written !== undefined) seen.set(`${key} ${(value as PeriodPair).comparing.end}`, value as PeriodPair)
    return written
  }

  return {
    read,
    begin() { last = url?.search() },

    remember(mode) {
      for (const one of model.params.values()) {
        const runtime = filters().params.get(one.key)
        if (one.definition.persist === undefined || runtime === undefined || runtime.status === 'pending') continue
        if (runtime.wanted === undefined || isDefault(env(), filters(), one.key, runtime.value)) memory.forget(one.key)
        else if (runtime.status === 'set') memory.write(one.key, runtime.value)
      }
      if (url === undefined) return
      const search = url.search()
      const written = writeUrl(model.params.values(), textOf, search)
      if (sameSearch(written, search)) return
      last = written
      url.write(written, mode)
    },

    changed() {
      if (url === undefined || sameSearch(url.search(), last ?? '\0')) return undefined
      last = url.search()
      const { values, notices } = read()
      const own = [...model.params.values()].filter(({ definition }) => definition.url !== undefined)
      const kept: Memory = { read: (key) => (values.has(key) ? filters().params.get(key)?.value : undefined), write: () => undefined, forget: () => undefined }
      const { seeds } = seedsOf(own, values, kept, seedContext())
      return { notices, edits: new Map(own.map(({ key }) => [key, seeds.get(key)?.value])) }
    },
  }
}

const sameSearch = (a: string, b: string) => a.replace(/^\?/, '').replaceAll('%2C', ',') === b.replace(/^\?/, '').replaceAll('%2C', ',')
