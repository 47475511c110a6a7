export const FIGURE_DDL = `
-- Trips by the hour of their begin, from a local to a destination, which is a local too and may be the same one.
CREATE TABLE IF NOT EXISTS flow (
  import INTEGER NOT NULL, client INTEGER NOT NULL, local INTEGER NOT NULL, destination INTEGER NOT NULL,
  day INTEGER NOT NULL, hour TINYINT NOT NULL, fold TINYINT NOT NULL, trips INTEGER NOT NULL
);
-- An average day, which is no day of the calendar. start: minute of the day. absentIsZero: slots not said are 0.
CREATE TABLE IF NOT EXISTS profile_slot (
  import INTEGER NOT NULL, client INTEGER NOT NULL, local INTEGER NOT NULL, label VARCHAR NOT NULL,
  start INTEGER NOT NULL, minutes INTEGER NOT NULL, boardings INTEGER, alightings INTEGER, absentIsZero BOOLEAN NOT NULL
);
-- month: months since year 0; months: 1, or 3 for a quarter. item '' = all that are not named.
CREATE TABLE IF NOT EXISTS monthly_figure (
  import INTEGER NOT NULL, client INTEGER NOT NULL, place VARCHAR NOT NULL, item VARCHAR NOT NULL,
  measure VARCHAR NOT NULL, month INTEGER NOT NULL, months TINYINT NOT NULL, figure INTEGER NOT NULL
)`
