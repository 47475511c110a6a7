import { PRESENCE_DDL } from './presence-tables.ts'
import { ATOM_COLUMNS, TRAFFIC_DDL } from '../columns.ts'
import { DEVICE_DAY_DDL } from './device-day.ts'
import { FIGURE_DDL } from './figure-tables.ts'
import { IMPORT_DDL } from './import-tables.ts'
import { OCCUPANCY_MINUTE_DDL } from './occupancy-minute.ts'
import { READING_DDL } from './reading-tables.ts'
import { UPLOAD_DDL } from './upload-tables.ts'

/**
 * Tables of the fact file. There is no primary key on purpose: one writer merges by key, and an index of 7.7 M keys
 * would cost memory and slow every load. Rows arrive by day, so each row group covers few days and a period reads few
 * groups.
 */
export const SCHEMA = `
${TRAFFIC_DDL};
-- What a figure was before it was corrected, so that any figure can be asked "as known on" a date.
CREATE TABLE IF NOT EXISTS traffic_log (
  client INTEGER NOT NULL, local INTEGER NOT NULL, area INTEGER NOT NULL, day INTEGER NOT NULL, hour TINYINT NOT NULL,
  fold TINYINT NOT NULL,
  ${ATOM_COLUMNS.map((atom) => `${atom} INTEGER`).join(', ')},
  learntAt BIGINT NOT NULL, replacedAt BIGINT NOT NULL, cause VARCHAR NOT NULL
);
ALTER TABLE traffic_log ADD COLUMN IF NOT EXISTS outs INTEGER;
ALTER TABLE traffic_log ADD COLUMN IF NOT EXISTS sales INTEGER;
ALTER TABLE traffic_log ADD COLUMN IF NOT EXISTS units INTEGER;
-- Rows that could not be counted: kept whole, with the reason, never dropped.
CREATE TABLE IF NOT EXISTS quarantine (
  client INTEGER NOT NULL, local INTEGER NOT NULL, reason VARCHAR NOT NULL, source VARCHAR NOT NULL,
  learntAt BIGINT NOT NULL, row VARCHAR NOT NULL
);
-- What became of a row: null = it waits, else \`released\` or \`dismissed\`. A file of an earlier release has the table
-- without these.
CREATE SEQUENCE IF NOT EXISTS quarantine_id;
ALTER TABLE quarantine ADD COLUMN IF NOT EXISTS id BIGINT;
ALTER TABLE quarantine ADD COLUMN IF NOT EXISTS decision VARCHAR;
ALTER TABLE quarantine ADD COLUMN IF NOT EXISTS decidedAt BIGINT;
UPDATE quarantine SET id = nextval('quarantine_id') WHERE id IS NULL;
-- Newest reported hour of each local, kept in step by the same transactions.
CREATE TABLE IF NOT EXISTS mark (
  client INTEGER NOT NULL, local INTEGER PRIMARY KEY, instant UINTEGER NOT NULL, learntAt BIGINT NOT NULL
);
-- How far the expected hours of a local were written.
CREATE TABLE IF NOT EXISTS rolled (local INTEGER PRIMARY KEY, fromDay INTEGER NOT NULL,
  throughInstant UINTEGER NOT NULL);
${READING_DDL};
${PRESENCE_DDL};
${DEVICE_DAY_DDL};
${OCCUPANCY_MINUTE_DDL};
${FIGURE_DDL};
${UPLOAD_DDL};
${IMPORT_DDL};
`
