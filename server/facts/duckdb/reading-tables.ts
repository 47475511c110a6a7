import { READING_ATOMS } from '../atoms.ts'

const OWNER = 'client INTEGER NOT NULL, local INTEGER NOT NULL, area INTEGER NOT NULL, device INTEGER NOT NULL'

/**
 * Readings of sensors, each once. `device` is a footscan, `said` the instant by the device's clock and part of the key,
 * `start` and `at` the same after correction by `skewMs` (0 = its clock is right). Counts are as the device sees them;
 * `reversed` = its in is our out.
 */
export const READING_DDL = `
-- seconds = 0 is an event: then sequence orders events of one instant, and covers is how long before it the device
-- reports on.
CREATE TABLE IF NOT EXISTS reading (
  ${OWNER}, line VARCHAR NOT NULL, said BIGINT NOT NULL, seconds INTEGER NOT NULL, sequence INTEGER NOT NULL,
  start BIGINT NOT NULL, ins INTEGER, outs INTEGER, ${READING_ATOMS.map((atom) => `${atom} INTEGER`).join(', ')},
  revision INTEGER NOT NULL, reversed TINYINT NOT NULL, skewMs INTEGER NOT NULL, covers INTEGER NOT NULL,
  learntAt BIGINT NOT NULL
);
-- sinceAt, ins and outs are the difference to the reading before; null for the first one.
CREATE TABLE IF NOT EXISTS counter (
  ${OWNER}, line VARCHAR NOT NULL, said BIGINT NOT NULL, "at" BIGINT NOT NULL, totalIn BIGINT, totalOut BIGINT,
  bits INTEGER,
  reversed TINYINT NOT NULL, skewMs INTEGER NOT NULL, learntAt BIGINT NOT NULL, sinceAt BIGINT, ins INTEGER,
  outs INTEGER
);
CREATE TABLE IF NOT EXISTS occupancy (
  ${OWNER}, line VARCHAR NOT NULL, said BIGINT NOT NULL, "at" BIGINT NOT NULL, people INTEGER NOT NULL,
  skewMs INTEGER NOT NULL, covers INTEGER NOT NULL, learntAt BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS heartbeat (
  ${OWNER}, said BIGINT NOT NULL, "at" BIGINT NOT NULL, flags INTEGER NOT NULL, skewMs INTEGER NOT NULL,
  covers INTEGER NOT NULL, learntAt BIGINT NOT NULL
);
-- The contact of each device in each hour. pings: distinct instants of its readings; coveredS: seconds of the hour
-- that its readings cover.
CREATE TABLE IF NOT EXISTS device_hour (
  ${OWNER}, day INTEGER NOT NULL, hour TINYINT NOT NULL, fold TINYINT NOT NULL, instant UINTEGER NOT NULL,
  ins INTEGER, outs INTEGER, coveredS INTEGER NOT NULL, pings INTEGER NOT NULL, flags INTEGER NOT NULL,
  learntAt BIGINT NOT NULL
);
-- Hours of which some reading had atoms besides in and out.
CREATE TABLE IF NOT EXISTS detailed_hour (area INTEGER NOT NULL, instant UINTEGER NOT NULL);
-- Last word of each device, by the server's clock where it is about arrival.
CREATE TABLE IF NOT EXISTS contact (
  device INTEGER PRIMARY KEY, client INTEGER NOT NULL, local INTEGER NOT NULL, firstAt BIGINT NOT NULL,
  lastAt BIGINT NOT NULL, lastData BIGINT,
  messages INTEGER NOT NULL, sequence BIGINT, missed INTEGER NOT NULL, skewMs BIGINT, flags INTEGER NOT NULL,
  firmware VARCHAR, battery INTEGER
);
CREATE SEQUENCE IF NOT EXISTS reading_quarantine_id;
CREATE TABLE IF NOT EXISTS reading_quarantine (
  id BIGINT NOT NULL, client INTEGER NOT NULL, local INTEGER NOT NULL, device VARCHAR NOT NULL, reason VARCHAR NOT NULL,
  adapter VARCHAR NOT NULL,
  learntAt BIGINT NOT NULL, reading VARCHAR NOT NULL, releasedAt BIGINT
);
-- Up to where the journal of the ingest is in these tables; written by the same transactions.
CREATE TABLE IF NOT EXISTS journal_position (name VARCHAR PRIMARY KEY, segment INTEGER NOT NULL, place BIGINT NOT NULL)`
