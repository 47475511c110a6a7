import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../lib/errors.ts'

/** Throws StartError BACKUP_DAMAGED when the restored file is no whole database. */
export function checkSqlite(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const [first] = database.prepare('pragma integrity_check').all()
    const orphans = database.prepare('pragma foreign_key_check').all().length
    if (first?.['integrity_check'] !== 'ok' || orphans > 0)
      throw new StartError(
        'BACKUP_DAMAGED',
        `The catalog of the backup is damaged: ${String(first?.['integrity_check'])}, ${orphans} rows without what ` +
          'they belong to; use another backup.',
      )
  } finally {
    database.close()
  }
}
