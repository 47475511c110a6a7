import type { Contact } from '../readings.ts'

type Read = (sql: string, params?: readonly number[]) => Promise<unknown[][]>
const orNull = (value: unknown) => (value === null ? null : Number(value))

/** Of one client or of all, by device. */
export async function readContacts(read: Read, client?: number): Promise<Contact[]> {
  const rows = await read(
    `SELECT device, client, local, CAST(firstAt AS DOUBLE), CAST(lastAt AS DOUBLE), CAST(lastData AS DOUBLE), messages,
      CAST(sequence AS DOUBLE), missed, CAST(skewMs AS DOUBLE), flags, firmware, battery
     FROM contact ${client === undefined ? '' : 'WHERE client = $1 '}ORDER BY device`,
    client === undefined ? [] : [client],
  )
  return rows.map(
    ([
      device,
      client,
      local,
      firstAt,
      lastAt,
      lastData,
      messages,
      sequence,
      missed,
      skewMs,
      flags,
      firmware,
      battery,
    ]) => ({
      device: Number(device),
      client: Number(client),
      local: Number(local),
      firstAt: Number(firstAt),
      lastAt: Number(lastAt),
      lastData: orNull(lastData),
      messages: Number(messages),
      sequence: orNull(sequence),
      missed: Number(missed),
      skewMs: orNull(skewMs),
      flags: Number(flags),
      firmware: typeof firmware === 'string' ? firmware : null,
      battery: orNull(battery),
    }),
  )
}
