import type { DuckDBConnection } from '@duckdb/node-api'
import type { ContactUpdate } from '../readings.ts'

/** Brings the last word of each device up to date, inside the transaction of the caller. */
export async function storeContacts(connection: DuckDBConnection, contacts: Iterable<ContactUpdate>): Promise<void> {
  const all = [...contacts]
  if (all.length === 0) return
  await connection.run(`CREATE OR REPLACE TEMP TABLE met (
    device INTEGER, client INTEGER, local INTEGER, firstAt DOUBLE, lastAt DOUBLE, lastData DOUBLE, messages INTEGER,
    firstSequence DOUBLE, sequence DOUBLE, missed INTEGER, skewMs DOUBLE, flags INTEGER, firmware VARCHAR,
    battery INTEGER)`)
  const appender = await connection.createAppender('met', null, 'temp')
  const number = (value: number | null) => (value === null ? appender.appendNull() : appender.appendDouble(value))
  const integer = (value: number | null) => (value === null ? appender.appendNull() : appender.appendInteger(value))
  try {
    for (const {
      device,
      firstAt,
      lastAt,
      lastData,
      messages,
      firstSequence,
      sequence,
      missed,
      skewMs,
      flags,
      firmware,
      battery,
    } of all) {
      for (const value of [device.id, device.client, device.local]) appender.appendInteger(value)
      for (const value of [firstAt, lastAt, lastData]) number(value)
      appender.appendInteger(messages)
      for (const value of [firstSequence, sequence]) number(value)
      appender.appendInteger(Math.min(missed, 2_147_483_647))
      number(skewMs)
      integer(flags)
      if (firmware === null) appender.appendNull()
      else appender.appendVarchar(firmware)
      integer(battery)
      appender.endRow()
    }
    appender.flushSync()
  } finally {
    appender.closeSync()
  }
  await connection.run(`
    INSERT INTO contact
    SELECT device, client, local, firstAt::BIGINT, lastAt::BIGINT, lastData::BIGINT, messages, sequence::BIGINT, missed,
      skewMs::BIGINT, coalesce(flags, 0), firmware, battery FROM (
      SELECT m.device, m.client, m.local, least(m.firstAt, coalesce(c.firstAt, m.firstAt)) AS firstAt,
        greatest(m.lastAt, coalesce(c.lastAt, m.lastAt)) AS lastAt,
        coalesce(greatest(m.lastData, c.lastData), m.lastData, c.lastData) AS lastData,
        m.messages + coalesce(c.messages, 0) AS messages, coalesce(m.sequence, c.sequence) AS sequence,
        least(2147483647, m.missed + coalesce(c.missed, 0)::BIGINT + CASE WHEN m.firstSequence > c.sequence + 1
          THEN m.firstSequence - c.sequence - 1 ELSE 0 END)::INTEGER AS missed,
        coalesce(m.skewMs, c.skewMs) AS skewMs, coalesce(m.flags, c.flags) AS flags,
        coalesce(m.firmware, c.firmware) AS firmware, coalesce(m.battery, c.battery) AS battery
      FROM met m LEFT JOIN contact c USING (device))
    ON CONFLICT (device) DO UPDATE SET client = excluded.client, local = excluded.local, firstAt = excluded.firstAt,
      lastAt = excluded.lastAt, lastData = excluded.lastData,
      messages = excluded.messages, sequence = excluded.sequence, missed = excluded.missed, skewMs = excluded.skewMs,
      flags = excluded.flags, firmware = excluded.firmware, battery = excluded.battery`)
}
