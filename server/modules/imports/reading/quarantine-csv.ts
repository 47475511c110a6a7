/** Quarantined lines as CSV, for people who correct them. */
import { open } from 'node:fs/promises'
import { disarmed } from '#domain/csv'
import type { QuarantinedLine } from './quarantine.ts'
import type { Stage } from './stage.ts'

export const QUARANTINE_FILE = 'apart.csv'
export const QUARANTINE_HEAD = 'file,line,reason,cells\n'

const cell = (text: string) => {
  const plain = disarmed(text)
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export const quarantineCsvLine = ({ file, line, reason, cells }: QuarantinedLine): string =>
  `${cell(file)},${line},${reason},${cell(
    Object.entries(cells)
      .map(([column, value]) => `${column}=${value}`)
      .join(' | '),
  )}\n`

export async function writeQuarantineCsv(stage: Pick<Stage, 'quarantined'>, path: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.appendFile(QUARANTINE_HEAD)
    for await (const rows of stage.quarantined()) await file.appendFile(rows.map(quarantineCsvLine).join(''))
  } finally {
    await file.close()
  }
}
