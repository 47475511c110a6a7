/**
 * The natural key of an hour, for the upsert. `instant` follows from it and the zone, so it is stored, not compared.
 */
export const KEY_COLUMNS = ['client', 'local', 'area', 'day', 'hour', 'fold'] as const
export type KeyColumn = (typeof KEY_COLUMNS)[number]

/**
 * Additive atoms as reported by sources: counts, seconds summed over ins and over visits, and sales in hundredths of
 * their currency. Never a ratio, never a mean.
 */
export const ATOM_COLUMNS = [
  'far',
  'fro',
  'ins',
  'bounces',
  'visits',
  'tickets',
  'insTimeS',
  'visitTimeS',
  'insInRange0',
  'insInRange1',
  'insInRange2',
  'insInRange3',
  'identifiedVisits',
  'localRepRange0',
  'localRepRange1',
  'localRepRange2',
  'localRepRange3',
  'clientRepRange0',
  'clientRepRange1',
  'clientRepRange2',
  'clientRepRange3',
  'outs',
  'sales',
  'units',
] as const
export type AtomColumn = (typeof ATOM_COLUMNS)[number]

/** Null in the integer columns of a batch; no count may be negative, so it cannot be a value. */
export const NULL = -2147483648

export const TRAFFIC_DDL = `
CREATE TABLE IF NOT EXISTS traffic (
  client INTEGER NOT NULL, local INTEGER NOT NULL, area INTEGER NOT NULL,
  day INTEGER NOT NULL, hour TINYINT NOT NULL, fold TINYINT NOT NULL, instant UINTEGER NOT NULL,
  ${ATOM_COLUMNS.map((atom) => `${atom} INTEGER`).join(', ')},
  expected INTEGER, observed INTEGER, estimatedIns INTEGER, state TINYINT NOT NULL, learntAt BIGINT NOT NULL,
  -- Standard deviation of \`estimatedIns\` in people, rounded up; null where there is no estimate.
  estimatedDev INTEGER,
  -- Tickets known for the whole day only: on the day's first row, and 0 on its others; null = nothing is known of the
  -- day, or its hours are.
  ticketsOfDay INTEGER,
  -- As ticketsOfDay, of what a file of tickets by the day told besides; sales in hundredths.
  salesOfDay INTEGER, unitsOfDay INTEGER
);
-- A file of an earlier release has the table without these.
ALTER TABLE traffic ADD COLUMN IF NOT EXISTS ticketsOfDay INTEGER;
ALTER TABLE traffic ADD COLUMN IF NOT EXISTS estimatedDev INTEGER;
ALTER TABLE traffic ADD COLUMN IF NOT EXISTS outs INTEGER;
ALTER TABLE traffic ADD COLUMN IF NOT EXISTS sales INTEGER;
ALTER TABLE traffic ADD COLUMN IF NOT EXISTS units INTEGER;
ALTER TABLE traffic ADD COLUMN IF NOT EXISTS salesOfDay INTEGER;
ALTER TABLE traffic ADD COLUMN IF NOT EXISTS unitsOfDay INTEGER`

/**
 * Columns of a row and of a row of the log, for INSERT: their place in the table depends on the release that made it.
 */
export const TRAFFIC_COLUMNS = [
  ...KEY_COLUMNS,
  'instant',
  ...ATOM_COLUMNS,
  'expected',
  'observed',
  'estimatedIns',
  'state',
  'learntAt',
  'ticketsOfDay',
].join(', ')
export const LOG_COLUMNS = [...KEY_COLUMNS, ...ATOM_COLUMNS, 'learntAt', 'replacedAt', 'cause'].join(', ')

/** A past hour may still get late data for this long (metrics.md 5.5, "settling"). */
export const SETTLING_MS = 2 * 3_600_000
