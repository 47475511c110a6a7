/**
 * From when to when people inside are known, by the list of rooms that the filters show. For accounts with an occupancy
 * flag.
 */
import { isoDay } from '#domain/days'
import { cellOf, columnIndex, fromJson } from '#domain/frame-build'
import type { FrameJson } from '#schemas/generated/data/frame.ts'
import type { CountedDays } from '#schemas/generated/entities/counted-days.ts'
import type { ApiClient } from './client.ts'

export const occupancyApi = (client: ApiClient) => ({
  /** Of some locals, or of all that have minutes. */
  async range(of: number, locals: readonly number[] | 'shown', signal?: AbortSignal): Promise<CountedDays> {
    const frame = fromJson(await client.json<FrameJson>('/occupancy/locals', { query: { client: of }, signal }))
    const [local, begin, end] = ['local', 'begin', 'end'].map((id) => columnIndex(frame, id)) as [
      number,
      number,
      number,
    ]
    const days = Array.from({ length: frame.rows }, (_, row) => row)
      .filter((row) => locals === 'shown' || locals.includes(Number(cellOf(frame, local, row))))
      .map((row) => [Number(cellOf(frame, begin, row)), Number(cellOf(frame, end, row))] as const)
    if (days.length === 0) return { begin: null, end: null }
    return {
      begin: isoDay(Math.min(...days.map(([first]) => first))),
      end: isoDay(Math.max(...days.map(([, last]) => last))),
    }
  },
})
