import type { MinutesStored } from '../../../facts/occupancy.ts'
import type { MinutesRead } from './minutes-read.ts'

/** The lines read and their results, for the person at the terminal. */
export function describeMinutes(read: MinutesRead & { readonly client: string }, stored?: MinutesStored): string[] {
  const { client, lines, minutes, repeated, contradicted, rooms, apart } = read
  return [
    `${client}: ${rooms.length} rooms, ${minutes} minutes of ${lines} lines`,
    ...(repeated + contradicted > 0
      ? [
          `  merged       ${repeated} lines that repeat a minute, ${contradicted} that contradict an earlier one ` +
            'and replace it',
        ]
      : []),
    ...apart.map(({ reason, lines: count }) => `  quarantined  ${count} ${reason}`),
    ...(stored === undefined
      ? ['  not stored   dry run']
      : [`  stored       ${stored.added} new, ${stored.changed} changed, ${stored.unchanged} known already`]),
  ]
}
