/** Restores a backup from the command line. See `USAGE` and docs/operate.md. */
import { parseArgs } from 'node:util'
import { restoreBackup } from '../backup/restore.ts'
import { readOldKeys, readSecretKey } from '../lib/config.ts'
import type { Environment } from '../lib/environment.ts'
import { StartError } from '../lib/errors.ts'
import { secretsOf } from '../lib/secrets.ts'

export const USAGE = `Usage:
  npm run restore -- BACKUPS FOLDER [--until TIME] [--journal INGEST] [--backup NAME]

Restores a backup into FOLDER, which must be empty, and compares its sums by client, local and month with those of the facts it was made of.
SECRET_KEY must be the key of the data (SECRET_KEY_OLD beside it while it is changed). Then start the server with DATA_DIR=FOLDER: it counts
what the journal has more. A catalog that was in PostgreSQL goes into the empty database of CATALOG_URL.

  --until TIME      nothing that devices sent after this moment, for example 2026-11-20T10:00:00Z; the journal is taken from later backups
                    of the same folder too. People, places and imports are those of the backup
  --journal INGEST  the ingest folder of the data that were lost, for what came after the last backup
  --backup NAME     one of npm run backup -- --list; the newest that fits when left out`

export interface RestoreCommand {
  readonly env: Environment
  readonly print: (line: string) => void
}

/** Runs the command. Throws StartError with a sentence for the person at the terminal. */
export async function restoreCommand(args: readonly string[], { env, print }: RestoreCommand): Promise<void> {
  const {
    values,
    positionals: [from = '', to = '', ...more],
  } = parse(args)
  if (values.help === true) return print(USAGE)
  if (to === '' || more.length > 0) throw new StartError('USAGE', USAGE)
  const { manifest, waiting, lastAt } = await restoreBackup({
    from,
    to,
    secrets: () => secretsOf(readSecretKey(env, 'production') ?? '', readOldKeys(env)),
    ...(values.backup !== undefined && { id: values.backup }),
    ...(values.until !== undefined && { until: instantFrom(values.until) }),
    ...(values.journal !== undefined && { journal: values.journal }),
    ...(env.CATALOG_URL !== undefined && { catalogUrl: env.CATALOG_URL }),
  })
  print(
    `Restored the backup ${manifest.id} into ${to}; its sums by client, local and month are those of the facts it ` +
      'was made of.',
  )
  print(
    waiting === 0 || lastAt === null
      ? 'No message waits in the journal.'
      : `${waiting} messages wait in the journal, the last came at ${new Date(lastAt).toISOString()}; the server ` +
          'counts them at its start.',
  )
}

/** With its offset: the clock of this computer is no place's. */
function instantFrom(text: string): number {
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(instant))
    throw new StartError(
      'USAGE',
      `--until is ${JSON.stringify(text)}; expected an instant with its offset, for example 2026-11-20T10:00:00Z or ` +
        `2026-11-20T11:00+01:00.\n${USAGE}`,
    )
  return instant
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { until: text, journal: text, backup: text, help: { type: 'boolean' } },
    })
  } catch (cause) {
    throw new StartError('USAGE', `${cause instanceof Error ? cause.message : String(cause)}\n${USAGE}`, { cause })
  }
}

async function run(): Promise<number> {
  process.umask(0o077)
  try {
    await restoreCommand(process.argv.slice(2), { env: process.env, print: console.log })
    return 0
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.code === 'USAGE' ? error.message : `${error.code}: ${error.message}`)
    return 1
  }
}

if (import.meta.main) process.exitCode = await run()
