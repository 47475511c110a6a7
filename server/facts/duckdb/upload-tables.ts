/**
 * The rows of uploaded files, each with its upload. The newest row of a key is current, also when a file repeats an
 * earlier one, so uploads can be retracted in any order without affecting the others.
 */
export const UPLOAD_DDL = `
-- One row per upload, written with its rows: what is in here is loaded, even if the catalog could not record it.
CREATE TABLE IF NOT EXISTS uploads (upload INTEGER PRIMARY KEY, added INTEGER NOT NULL, changed INTEGER NOT NULL,
  unchanged INTEGER NOT NULL, learntAt BIGINT NOT NULL);
-- base: what the hour had before its first upload, for each value; made: the hour had no row before. Sales are in
-- hundredths; null = not in the file.
CREATE TABLE IF NOT EXISTS tickets_hourly (
  upload INTEGER NOT NULL, client INTEGER NOT NULL, local INTEGER NOT NULL, day INTEGER NOT NULL, hour TINYINT NOT NULL,
  fold TINYINT NOT NULL, instant UINTEGER NOT NULL,
  tickets INTEGER NOT NULL, base INTEGER, made BOOLEAN NOT NULL, sales INTEGER, units INTEGER, baseSales INTEGER,
  baseUnits INTEGER
);
CREATE TABLE IF NOT EXISTS tickets_daily (upload INTEGER NOT NULL, client INTEGER NOT NULL, local INTEGER NOT NULL,
  day INTEGER NOT NULL, tickets INTEGER NOT NULL, sales INTEGER, units INTEGER);
-- A file of an earlier release has the tables without these.
ALTER TABLE tickets_hourly ADD COLUMN IF NOT EXISTS sales INTEGER;
ALTER TABLE tickets_hourly ADD COLUMN IF NOT EXISTS units INTEGER;
ALTER TABLE tickets_hourly ADD COLUMN IF NOT EXISTS baseSales INTEGER;
ALTER TABLE tickets_hourly ADD COLUMN IF NOT EXISTS baseUnits INTEGER;
ALTER TABLE tickets_daily ADD COLUMN IF NOT EXISTS sales INTEGER;
ALTER TABLE tickets_daily ADD COLUMN IF NOT EXISTS units INTEGER;
-- company: place in the list of importers, 0 = the client's own file. Null = not in the file.
CREATE TABLE IF NOT EXISTS offers_orders (
  upload INTEGER NOT NULL, client INTEGER NOT NULL, local INTEGER NOT NULL, day INTEGER NOT NULL,
  company TINYINT NOT NULL, offers INTEGER, orders INTEGER
);
-- concept: place in the list of concepts.
CREATE TABLE IF NOT EXISTS marketing_investment (upload INTEGER NOT NULL, client INTEGER NOT NULL, day INTEGER NOT NULL,
  concept TINYINT NOT NULL, cents BIGINT NOT NULL);
`
