/**
 * Dashboards of the operator's own folder (`DASHBOARDS_DIR`): read before the first answer, and again when a file
 * changes. They are listed with those of the product: read-only in the page, everybody may copy or customise
 * them. A file with something wrong in it is refused with what is wrong; the others go on, and so does what that file
 * said when it was right.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { ProvisionedDashboard } from '#schemas/generated/entities/provisioned-dashboard.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { unchanging } from './built-in.ts'
import type { BuiltIn } from './built-in.ts'
import { inTheWay, readDocument } from './check.ts'

/** As much as a document may have, with room for how it is written. */
const MAX_BYTES = 2_000_000
const MAX_FILES = 500
/** How many issues of a file are reported. */
const MAX_ISSUES = 20

type Refusal = Pick<ProvisionedDashboard, 'reason' | 'by' | 'issues'>

interface Read {
  /** Of the file as it was read. */
  readonly version: string
  /** The shown version, which may be an earlier one. */
  readonly dashboard: BuiltIn | null
  /** The id that it asks for now. */
  readonly id: string | null
  readonly refusal: Refusal | null
}

interface Parts {
  readonly folder: string
  readonly builtIn: readonly BuiltIn[]
  readonly catalog: Pick<Catalog, 'dashboards'>
  readonly linkHosts: readonly string[]
  /** A file was refused, or the folder could not be read. */
  readonly onRefused: (what: Refusal & { readonly file: string }) => void
}

const refused = (
  reason: NonNullable<Refusal['reason']>,
  more: Partial<Pick<Refusal, 'by' | 'issues'>> = {},
): Refusal => ({
  reason,
  by: null,
  issues: [],
  ...more,
})

/** Files of a folder and of those below it, by name, with the version of each. */
async function filesOf(folder: string): Promise<ReadonlyMap<string, { version: string; bytes: number }>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json') && !entry.name.startsWith('.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
  const found = new Map<string, { version: string; bytes: number }>()
  for (const name of names) {
    const at = await stat(join(folder, name)).catch(() => null)
    if (at !== null) found.set(name, { version: `${at.mtimeMs} ${at.size}`, bytes: at.size })
  }
  return found
}

export function provisionedDashboards({ folder, builtIn, catalog, linkHosts, onRefused }: Parts) {
  let reads: ReadonlyMap<string, Read> = new Map()
  let isReadable = true

  /** Throws nothing: what is wrong with a file is its refusal. */
  async function readOne(
    name: string,
    { version, bytes }: { version: string; bytes: number },
    before: Read | undefined,
  ): Promise<Read> {
    const refusedAs = (refusal: Refusal, id: string | null = null): Read => ({
      version,
      dashboard: before?.dashboard ?? null,
      id,
      refusal,
    })
    if (bytes > MAX_BYTES) return refusedAs(refused('tooLarge'))
    const text = await readFile(join(folder, name), 'utf8').catch(() => null)
    if (text === null) return refusedAs(refused('unreadable'))
    const loaded = await readDocument(text, linkHosts)
    const { document } = loaded
    const issues = inTheWay(loaded)
    if (document === undefined || issues.length > 0 || loaded.readOnly)
      return refusedAs(
        refused('invalid', {
          issues: issues.slice(0, MAX_ISSUES).map(({ code, range, params = {}, text: said }) => ({
            code,
            line: range?.line ?? 1,
            column: range?.column ?? 1,
            params: { ...params },
            text: said,
          })),
        }),
      )
    const dashboard = unchanging(text, document, true)
    return { version, dashboard, id: dashboard.id, refusal: null }
  }

  /** Who has an id keeps it; of two that ask for it anew the first by name gets it. */
  async function withoutTaken(all: ReadonlyMap<string, Read>): Promise<Map<string, Read>> {
    const holder = new Map<string, string>()
    const held = (name: string, { id }: Read) => id !== null && reads.get(name)?.dashboard?.id === id
    const inOrder = [...all].toSorted(([a, one], [b, other]) => Number(held(b, other)) - Number(held(a, one)))
    const decided = new Map<string, Read>()
    for (const [name, read] of inOrder) {
      const id = read.dashboard?.id
      if (id === undefined) {
        decided.set(name, read)
        continue
      }
      const isMade = async () => (await catalog.dashboards.find(SYSTEM_SCOPE, id)) !== undefined
      const by = builtIn.some((one) => one.id === id) ? 'Aforo' : (holder.get(id) ?? ((await isMade()) ? 'page' : null))
      if (by === null) {
        holder.set(id, name)
        decided.set(name, read)
      } else decided.set(name, { ...read, dashboard: null, refusal: refused('idTaken', { by }) })
    }
    return new Map([...all.keys()].map((name) => [name, decided.get(name) as Read]))
  }

  return {
    /** The shown versions, by file. */
    all: (): readonly BuiltIn[] => [...reads.values()].flatMap(({ dashboard }) => dashboard ?? []),

    /** Each file, with what is shown of it and what is wrong with it. */
    state: () => ({
      isReadable,
      files: [...reads].map(([file, { id, dashboard, refusal }]): ProvisionedDashboard => ({
        file,
        id: id ?? dashboard?.id ?? null,
        state: refusal === null ? 'shown' : dashboard === null ? 'refused' : 'kept',
        reason: refusal?.reason ?? null,
        by: refusal?.by ?? null,
        issues: refusal?.issues ?? [],
      })),
    }),

    /** Reads what has changed since. A folder that cannot be read leaves what is shown as it is. */
    async read(): Promise<void> {
      const found = await filesOf(folder).catch(() => null)
      if (found === null && isReadable) onRefused({ file: '.', ...refused('unreadable') })
      isReadable = found !== null
      if (found === null) return
      const changed = [...found].some(([name, { version }]) => reads.get(name)?.version !== version)
      if (!changed && found.size === reads.size) return
      const next = new Map<string, Read>()
      for (const [name, file] of found) {
        const before = reads.get(name)
        if (next.size >= MAX_FILES)
          next.set(name, { version: file.version, dashboard: null, id: null, refusal: refused('tooMany') })
        // One that lost its id to another is asked again: that one may be gone.
        else if (before?.version === file.version && before.refusal?.reason !== 'idTaken') next.set(name, before)
        else next.set(name, await readOne(name, file, before))
      }
      const decided = await withoutTaken(next)
      for (const [file, { refusal, version }] of decided)
        if (refusal !== null && (reads.get(file)?.version !== version || reads.get(file)?.refusal === null))
          onRefused({ file, ...refusal })
      reads = decided
    },
  }
}

export type ProvisionedDashboards = ReturnType<typeof provisionedDashboards>
