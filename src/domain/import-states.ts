import type { Import } from '#schemas/generated/entities/import.ts'

type ImportState = Import['state']

/** The server works on it; it changes by itself. */
export const isUnderWay = (state: ImportState): boolean =>
  state === 'reading' || state === 'storing' || state === 'undoing'

/** The stored data were deleted since: with its client, or with all venues that had them. */
export function goneWith({
  state,
  client,
  report,
  takesBack,
}: Pick<Import, 'state' | 'client' | 'report' | 'takesBack'>): 'client' | 'venues' | null {
  if (state !== 'loaded') return null
  if (client === null) return 'client'
  const { added = 0, corrected = 0 } = report?.stored ?? {}
  return added + corrected > 0 && takesBack?.figures === 0 ? 'venues' : null
}

/** The current state; an import whose data was deleted with its client is gone. */
export const shownState = (one: Parameters<typeof goneWith>[0]): ImportState | 'gone' =>
  goneWith(one) === null ? one.state : 'gone'

/** Its settings may be changed, though not while they are being read. */
export const isOpen = (state: ImportState): boolean => state === 'reading' || state === 'ready' || state === 'refused'
