import { ATOM_COLUMNS } from '../columns.ts'

/**
 * Data of imports, hour by hour, so that one can be retracted without the data of others. Rows also where nothing
 * changed: the newest row that has a value of an atom is what imports made of it. `base` rows are before their import's
 * own: what another source (a sensor, an upload) had written since the import before. -1 = reported, or found, as
 * unknown. `part` is of hours that a merge made of two (`said-hours.ts`).
 */
export const IMPORT_DDL = `
-- One row per import, written with its hours: what is in here is loaded, even if the catalog could not record it.
CREATE TABLE IF NOT EXISTS imports (import INTEGER PRIMARY KEY, accepted INTEGER NOT NULL, duplicate INTEGER NOT NULL,
  restated INTEGER NOT NULL, quarantined INTEGER NOT NULL, learntAt BIGINT NOT NULL, cause VARCHAR NOT NULL);
CREATE TABLE IF NOT EXISTS imported_hour (
  import INTEGER NOT NULL, base BOOLEAN NOT NULL, client INTEGER NOT NULL, local INTEGER NOT NULL,
  area INTEGER NOT NULL, day INTEGER NOT NULL, hour TINYINT NOT NULL, fold TINYINT NOT NULL,
  instant UINTEGER,
  ${ATOM_COLUMNS.map((atom) => `${atom} INTEGER`).join(', ')}
);
-- The same of people inside by the minute; source and learntAt are those of the minute that it is.
CREATE TABLE IF NOT EXISTS imported_minute (
  import INTEGER NOT NULL, base BOOLEAN NOT NULL, client INTEGER NOT NULL, local INTEGER NOT NULL,
  area INTEGER NOT NULL, instant UINTEGER NOT NULL,
  people INTEGER NOT NULL, presence BOOLEAN NOT NULL, source VARCHAR NOT NULL, learntAt BIGINT NOT NULL
);
${ATOM_COLUMNS.map((atom) => `ALTER TABLE imported_hour ADD COLUMN IF NOT EXISTS ${atom} INTEGER`).join(';\n')};
ALTER TABLE imported_hour ADD COLUMN IF NOT EXISTS part INTEGER`
