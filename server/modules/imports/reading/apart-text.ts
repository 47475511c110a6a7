/** The lines that were set apart as a file of separated values, for people who mend them. */
import { open } from 'node:fs/promises'
import { disarmed } from '#domain/csv'
import type { KeptApart } from './apart.ts'
import type { Stage } from './stage.ts'

export const APART_FILE = 'apart.csv'
export const APART_HEAD = 'file,line,reason,cells\n'

const cell = (text: string) => {
  const plain = disarmed(text)
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export const apartLine = ({ file, line, reason, cells }: KeptApart): string =>
  `${cell(file)},${line},${reason},${cell(
    Object.entries(cells)
      .map(([column, value]) => `${column}=${value}`)
      .join(' | '),
  )}\n`

export async function writeApart(stage: Pick<Stage, 'apart'>, path: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.appendFile(APART_HEAD)
    for await (const rows of stage.apart()) await file.appendFile(rows.map(apartLine).join(''))
  } finally {
    await file.close()
  }
}
