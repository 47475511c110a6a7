/** Backups from the command line. See `USAGE` and docs/operate.md. */
import { parseArgs } from 'node:util'
import { makeBackup } from '../backup/make.ts'
import { existingBackups, lockBackups, openBackupFolder } from '../backup/folder.ts'
import { verifyBackup } from '../backup/restore.ts'
import { SYSTEM_CLOCK } from '../lib/clock.ts'
import type { Clock } from '../lib/clock.ts'
import { storeConfigIn } from '../lib/config.ts'
import type { Environment } from '../lib/environment.ts'
import { StartError } from '../lib/errors.ts'

export const USAGE = `Usage:
  npm run backup -- FOLDER [--keep NUMBER] [--data-dir FOLDER]
  npm run backup -- --verify FOLDER [--backup NAME]
  npm run backup -- --list FOLDER

Makes a backup in FOLDER, while the server runs or not: catalog, facts, journal, imports that wait, exports. What has not changed since an
earlier backup in the same folder is not written again. All of it is read again before it counts. SECRET_KEY is not in it: keep a copy elsewhere.

  --keep NUMBER      removes all but the newest so many afterwards
  --data-dir FOLDER  where the data live (default DATA_DIR or ./data)
  --verify           restores a backup into a folder that goes away, and compares its sums by client, local and month; makes none
  --backup NAME      one of --list; the newest when left out
  --list             what there is, the newest first`

export interface BackupCommand {
  readonly env: Environment
  readonly clock: Clock
  readonly print: (line: string) => void
}

/** Runs the command. Throws StartError with a sentence for the person at the terminal. */
export async function backupCommand(args: readonly string[], { env, clock, print }: BackupCommand): Promise<void> {
  const {
    values,
    positionals: [folder = '', ...more],
  } = parse(args)
  if (values.help === true) return print(USAGE)
  if (folder === '' || more.length > 0) throw new StartError('USAGE', USAGE)
  if (values.list === true) {
    const { folder: backups, ids } = await existingBackups(folder)
    for (const id of ids) {
      const { release, source, files } = await backups.read(id)
      print(
        `${id}\tversion ${release}\tserver ${source}\t${megabytes(files.reduce((sum, { bytes }) => sum + bytes, 0))}`,
      )
    }
    return
  }
  if (values.verify === true) {
    const began = performance.now()
    const { id } = await verifyBackup({ from: folder, ...(values.backup !== undefined && { id: values.backup }) })
    return print(
      `The backup ${id} is whole: its sums by client, local and month are those of the facts it was made of ` +
        `(${seconds((performance.now() - began) / 1000)}).`,
    )
  }
  const keep = values.keep === undefined ? null : Number(values.keep)
  if (keep !== null && !(Number.isInteger(keep) && keep >= 1 && keep <= 100_000))
    throw new StartError('USAGE', `--keep is ${JSON.stringify(values.keep)}; expected a whole number from 1.\n${USAGE}`)
  const made = await makeBackup({ source: storeConfigIn(env, values['data-dir']), folder, clock })
  print(
    `Backup ${made.manifest.id}: ${megabytes(made.bytes)}, of which ${megabytes(made.newBytes)} are new, in ` +
      `${seconds(made.seconds)}; all of it was read again.`,
  )
  if (made.manifest.source === 'running')
    print(`The server went on meanwhile; its facts were kept still for ${seconds(made.heldSeconds)}.`)
  if (keep === null) return
  const lock = await lockBackups(folder)
  try {
    const { backups, pieces } = await openBackupFolder(folder).prune(keep)
    if (backups > 0) print(`Removed ${backups} older backups and ${pieces} pieces that only they had.`)
  } finally {
    lock.release()
  }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const seconds = (value: number) => `${value.toFixed(1)} s`

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { keep: text, 'data-dir': text, backup: text, verify: flag, list: flag, help: flag },
    })
  } catch (cause) {
    throw new StartError('USAGE', `${cause instanceof Error ? cause.message : String(cause)}\n${USAGE}`, { cause })
  }
}

async function run(): Promise<number> {
  // A backup is readable by its owner only.
  process.umask(0o077)
  try {
    await backupCommand(process.argv.slice(2), { env: process.env, clock: SYSTEM_CLOCK, print: console.log })
    return 0
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.code === 'USAGE' ? error.message : `${error.code}: ${error.message}`)
    return 1
  }
}

if (import.meta.main) process.exitCode = await run()
