import { arrowParts } from '#domain/arrow-parts'
import { writeCsv } from '#domain/csv'
import { daySpan, isoDay } from '#domain/days'
import { DOWNLOAD_MAX_DAYS, downloadColumns } from '#domain/download'
import { downloadCsv } from '#domain/download-csv'
import type { DownloadContent, DownloadFormat } from '#domain/download'
import type { Frame } from '#domain/frame'
import { writeXlsx } from '#domain/xlsx'
import type { DownloadQuery } from '#schemas/generated/api/download-query.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { FactStore } from '../../facts/store.ts'
import type { TrafficKinds } from '../../traffic-kinds.ts'
import { releaseBuffer } from '../../lib/release-buffer.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'
import type { ModuleMuting } from '../modules/muting.ts'
import { placesOf, shapeDownload } from './shape.ts'

/** Where it is already tomorrow: no reader's today is refused. */
const EASTERNMOST_MS = 14 * 3_600_000

export interface Download {
  /** The file in pieces; days are read as it is taken. */
  readonly pieces: AsyncGenerator<Uint8Array>
  /** Start of the newest hour known of these locals, epoch ms. */
  readonly asOf: number | null
}

interface Parts {
  readonly facts: Pick<FactStore, 'sumsOfDay' | 'watermark'>
  readonly kinds: TrafficKinds
  readonly clients: ClientService
  readonly locals: LocalService
  readonly muting: ModuleMuting
  readonly clock: Clock
}

export function downloadService({ facts, kinds, clients, locals, muting, clock }: Parts) {
  /** Throws DATE_INVALID, DATES_INCORRECT, DOWNLOAD_RANGE_TOO_LONG, DOWNLOAD_DATE_FUTURE. */
  function rangeOf({ begin, end }: DownloadQuery): { from: number; to: number } {
    const { from, to } = daySpan(begin, end)
    const days = to - from + 1
    if (days > DOWNLOAD_MAX_DAYS)
      throw new AppError(
        'DOWNLOAD_RANGE_TOO_LONG',
        `${begin} to ${end} is ${days} days; choose at most ${DOWNLOAD_MAX_DAYS}.`,
        { days, most: DOWNLOAD_MAX_DAYS },
      )
    const today = Math.floor((clock.now() + EASTERNMOST_MS) / 86_400_000)
    if (to > today)
      throw new AppError(
        'DOWNLOAD_DATE_FUTURE',
        `${end} has not come yet; the last day there can be is ${isoDay(today)}.`,
        { end, latest: isoDay(today) },
      )
    return { from, to }
  }

  return {
    /**
     * The hours or days of a client or of one local as a file. The first day has been read when this resolves, so a
     * refusal is an answer of its own. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND and the errors of the range.
     */
    async open(scope: Scope, query: DownloadQuery): Promise<Download> {
      const range = rangeOf(query)
      const { content = 'rows', format = 'csv', byLocal = false, client: of, local: only } = query
      if ((of === undefined) === (only === undefined))
        throw new AppError('REQUEST_INVALID', 'A download needs either a client or a local; give one of the two.')
      const local = only === undefined ? undefined : await locals.find(scope, only)
      const client = local?.client ?? (await clients.find(scope, of as number)).id
      const own = local === undefined ? await locals.ofClient(scope, client) : [local]
      const what = {
        client,
        content,
        byLocal,
        places: placesOf(own),
        muted: await muting.groups(
          scope,
          client,
          own.map(({ id }) => id),
        ),
        notArea: (await kinds.of(client)).notArea,
        ...(local && { local: local.id }),
      }

      async function* days(): AsyncGenerator<Frame> {
        for (let day = range.from; day <= range.to; day++) {
          const sums = await facts.sumsOfDay(what, day)
          const shaped = shapeDownload(sums, what)
          try {
            yield shaped
          } finally {
            free(shaped)
            free(sums)
          }
        }
      }
      const known = new Set(own.map(({ id }) => id))
      const marks = (await facts.watermark({ client: [client] })).filter((mark) => known.has(mark.local))
      return {
        pieces: await begun(written(days(), { format, content, byLocal })),
        asOf: marks.length === 0 ? null : Math.max(...marks.map(({ instant }) => instant)) * 1000,
      }
    },
  }
}

export type DownloadService = ReturnType<typeof downloadService>

function written(
  days: AsyncGenerator<Frame>,
  { format, content, byLocal }: { format: DownloadFormat; content: DownloadContent; byLocal: boolean },
): AsyncGenerator<Uint8Array> {
  if (format === 'arrow') return arrowParts(days)
  return format === 'xlsx' ? writeXlsx(downloadColumns(content, byLocal), days) : csvParts(days)
}

async function* csvParts(days: AsyncIterable<Frame>): AsyncGenerator<Uint8Array> {
  let headless = false
  for await (const day of days) {
    yield* writeCsv(downloadCsv(day), { headless, chunkBytes: 1 << 16 })
    headless = true
  }
}

/** A day whose text is written: the collector runs once in thirty days. */
function free({ data }: Frame): void {
  for (const column of data) {
    releaseBuffer(column.kind === 'numbers' ? column.values : column.codes)
    if (column.kind === 'numbers' && column.valid !== undefined) releaseBuffer(column.valid)
  }
}

/** The same pieces, with the first one taken already: what it fails with is thrown here. */
async function begun(pieces: AsyncGenerator<Uint8Array>): Promise<AsyncGenerator<Uint8Array>> {
  const first = await pieces.next()
  return (async function* () {
    try {
      if (first.done === true) return
      yield first.value
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  })()
}
