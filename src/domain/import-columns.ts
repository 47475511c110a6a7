import type { ImportColumn } from '#schemas/generated/entities/import-settings.ts'

export type ColumnUse = ImportColumn['use']

/**
 * Uses of a column, in groups: when, where, people inside, how many people, sales, stays and visitors who
 * come back.
 */
export const COLUMN_USES = {
  when: ['time', 'date', 'hour'],
  where: ['sensor', 'area', 'kind'],
  inside: ['people', 'presence'],
  people: ['ins', 'outs', 'direction', 'fro', 'far', 'visits', 'bounces'],
  sales: ['tickets', 'sales', 'units'],
  stays: ['insTimeS', 'visitTimeS', 'insInRange0', 'insInRange1', 'insInRange2', 'insInRange3'],
  returns: [
    'identifiedVisits',
    'localRepRange0',
    'localRepRange1',
    'localRepRange2',
    'localRepRange3',
    'clientRepRange0',
    'clientRepRange1',
    'clientRepRange2',
    'clientRepRange3',
  ],
  flows: ['origin', 'destination', 'trips'],
  profile: ['slotStart', 'slotEnd', 'boardings', 'alightings', 'placeName'],
  monthly: ['month', 'item', 'figure'],
} as const satisfies Record<string, readonly ColumnUse[]>

/** The columns set manually, with this one. */
export const withColumn = (columns: readonly ImportColumn[], column: string, use: ColumnUse): ImportColumn[] => [
  ...columns.filter((one) => one.column !== column),
  { column, use },
]
