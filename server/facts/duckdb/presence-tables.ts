/**
 * Tables of Wi-Fi presence in the fact file. `visitor` is a keyed hash, never an address. `day` is the business day;
 * the traffic has civil days. Times are epoch ms.
 */
export const PRESENCE_DDL = `
CREATE TABLE IF NOT EXISTS sighting (
  client INTEGER NOT NULL, local INTEGER NOT NULL, area INTEGER NOT NULL, device INTEGER NOT NULL,
  visitor UBIGINT NOT NULL, random TINYINT NOT NULL,
  firstAt BIGINT NOT NULL, lastAt BIGINT NOT NULL, rssi INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS visit_session (
  client INTEGER NOT NULL, local INTEGER NOT NULL, area INTEGER NOT NULL, visitor UBIGINT NOT NULL,
  random TINYINT NOT NULL,
  day INTEGER NOT NULL, kind TINYINT NOT NULL, "at" BIGINT NOT NULL, firstAt BIGINT NOT NULL, lastAt BIGINT NOT NULL,
  stayS INTEGER NOT NULL
);
-- Keys of the hashes, sealed. A row that is gone takes the links between its hashes and the phones with it.
CREATE TABLE IF NOT EXISTS presence_salt (epoch INTEGER PRIMARY KEY, sealed VARCHAR NOT NULL,
  createdAt BIGINT NOT NULL)`
