/** The rows of a file that was validated go into the facts, and the history says so. */
import type { Upload } from '#schemas/generated/entities/upload.ts'
import type { Catalog } from '../../catalog.ts'
import type { FactStore } from '../../facts/store.ts'
import type { UploadReport } from '../../facts/uploads.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Scope } from '../../lib/scope.ts'
import { expectedLocals, expectedPlaces } from '../opening-hours/expected-locals.ts'
import type { UploadHistory } from './history.ts'
import { named } from './naming.ts'
import type { Parsed } from './parse.ts'
import type { ReceivedFile } from './receive.ts'
import type { UploadTarget } from './upload-target.ts'

interface LoadingParts {
  readonly catalog: Catalog
  readonly facts: Pick<FactStore, 'uploads' | 'rollForward'>
  readonly background: Background
  readonly clock: Clock
  readonly history: Pick<UploadHistory, 'finish'>
}

/** Null when the file says nothing new. */
export function uploadLoading({ catalog, facts, background, clock, history }: LoadingParts) {
  return async (
    scope: Scope,
    { kind, mode, client }: UploadTarget,
    file: ReceivedFile,
    { check, rows }: Parsed & { rows: NonNullable<Parsed['rows']> },
    known: readonly { id: number; timeZone: string }[],
    missing: readonly string[],
  ): Promise<Upload | null> => {
    const now = clock.now()
    // The area for tickets of a local without counts.
    const places = new Map(known.map(({ id, timeZone }) => [id, { local: id, area: 0, timeZone }]))
    if (client !== null) for (const place of await expectedPlaces(catalog, client)) places.set(place.local, place)
    const { begin, end } = check
    const upload = await catalog.uploads.begin(
      scope,
      {
        client,
        kind,
        mode: kind === 'offersOrders' ? mode : null,
        fileName: file.name,
        rows: check.rows,
        begin,
        end,
        missing,
      },
      now,
    )
    let report: UploadReport | null
    try {
      report = await facts.uploads.load({
        upload,
        table: kind,
        rows,
        nowMs: now,
        cause: `upload ${upload}`,
        places: [...places.values()],
      })
    } catch (error) {
      await catalog.uploads.forget(scope, upload)
      throw error
    }
    if (report === null) {
      await catalog.uploads.forget(scope, upload)
      return null
    }
    const { made } = report
    await history.finish(scope, { id: upload, kind, mode, client, rows: check.rows, begin, end }, report)
    // Hours that were not there before want their weight.
    if (made > 0 && client !== null)
      background.run('uploads', async () =>
        facts.rollForward({ nowMs: clock.now(), locals: await expectedLocals(catalog, { client }) }),
      )
    const stored = await catalog.uploads.find(scope, upload)
    return stored === undefined ? null : ((await named(catalog, scope, [stored]))[0] ?? null)
  }
}
