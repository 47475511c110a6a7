/** The data job behind a worker's port: answers instead of exceptions, buffers transferred instead of cloned. */
import { transfer } from 'comlink'
import type { Basis } from '#domain/basis'
import type { ByDay, Column, ColumnData, Frame } from '#domain/frame'
import type { Traffic } from '#domain/traffic-kinds'
import { buffersOf, copyFrame } from '#domain/frame-build'
import type { StepReport } from '#domain/transform/index'
import { answer } from './answers.ts'
import type { Answer } from './answers.ts'
import type { DataJob, Held } from './data-job.ts'
import { nextTurn } from './turn.ts'

/** The page's handle of a stored frame. */
export interface About {
  readonly columns: readonly Column[]
  readonly rows: number
  readonly asOf?: number
  readonly bytes?: number
  readonly basis?: Basis
  readonly byDay?: ByDay
  readonly traffic?: Traffic
}

/**
 * An answer as it was opened, and what the steps asked for with it made of it, in their order; null where they have to
 * be asked for again.
 */
export interface Opened {
  readonly about: About
  readonly made: readonly (Made | null)[]
}
export interface Made {
  readonly frame: Frame
  readonly steps: readonly StepReport[]
}

/** Steps of a larger answer are separate runs, which can be cancelled: there the transfer is not what takes time. */
const AHEAD_ROWS = 20_000

export interface DataApi {
  open(
    id: string,
    bytes: Uint8Array,
    contentType: string,
    asOf?: number,
    ahead?: readonly (readonly unknown[])[],
  ): Promise<Answer<Opened>>
  keep(id: string, frame: Frame, asOf?: number): Promise<Answer<About>>
  /** A copy for another worker. */
  copy(id: string): Promise<Answer<{ frame: Frame; asOf?: number }>>
  run(
    job: string,
    id: string,
    steps: readonly unknown[],
    joins: Readonly<Record<string, string>>,
  ): Promise<Answer<{ frame: Frame; steps: readonly StepReport[] }>>
  merge(id: string, parts: readonly string[]): Promise<Answer<About>>
  release(id: string): void
  cancel(job: string): void
}

export function aboutOf({ frame, asOf, bytes }: Held): About {
  return {
    columns: frame.columns,
    rows: frame.rows,
    ...(asOf !== undefined && { asOf }),
    ...(bytes !== undefined && { bytes }),
    ...(frame.basis !== undefined && { basis: frame.basis }),
    ...(frame.byDay !== undefined && { byDay: frame.byDay }),
    ...(frame.traffic !== undefined && { traffic: frame.traffic }),
  }
}

export function createDataApi(job: DataJob, pause: () => Promise<void> = nextTurn): DataApi {
  const run = async (
    name: string,
    id: string,
    steps: readonly unknown[],
    joins: Readonly<Record<string, string>>,
  ): Promise<Made> => {
    const result = await job.run(name, id, steps, joins, pause)
    const kept = [id, ...Object.values(joins)].map((frame) => job.held(frame).frame)
    return { ...result, frame: detached(result.frame, kept) }
  }
  return {
    open: async (id, bytes, contentType, asOf, ahead = []) => {
      const opened = await answer(async () => {
        const held = await job.open(id, bytes, contentType, asOf)
        const made: (Made | null)[] = []
        for (const [at, steps] of ahead.entries())
          made.push(held.frame.rows > AHEAD_ROWS ? null : await run(`${id} ${at}`, id, steps, {}).catch(() => null))
        return { about: aboutOf(held), made }
      })
      return opened.value
        ? transfer(
            opened,
            opened.value.made.flatMap((one) => (one === null ? [] : buffersOf(one.frame))),
          )
        : opened
    },
    keep: (id, frame, asOf) => answer(() => aboutOf(job.keep(id, frame, asOf))),
    copy: async (id) => handOver(await answer(() => ({ ...job.held(id), frame: copyFrame(job.held(id).frame) }))),
    run: async (name, id, steps, joins) => handOver(await answer(() => run(name, id, steps, joins))),
    merge: (id, parts) => answer(() => aboutOf(job.merge(id, parts))),
    release: (id) => job.release(id),
    cancel: (name) => job.cancel(name),
  }
}

function handOver<T extends { frame: Frame }>(given: Answer<T>): Answer<T> {
  return given.value ? transfer(given, buffersOf(given.value.frame)) : given
}

/** Copies the columns that belong to frames that stay here; everything else may be given away. */
function detached(frame: Frame, kept: readonly Frame[]): Frame {
  const mine = new Set(kept.flatMap(buffersOf))
  return {
    ...frame,
    data: frame.data.map((data): ColumnData =>
      buffersOf({ columns: [], data: [data], rows: 0 }).some((buffer) => mine.has(buffer)) ? copyColumn(data) : data,
    ),
  }
}

function copyColumn(data: ColumnData): ColumnData {
  return copyFrame({ columns: [], data: [data], rows: 0 }).data[0] as ColumnData
}
