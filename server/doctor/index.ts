/** `npm run doctor`: looks at everything the server keeps, repairs what can be repaired, and says what is lost. */
import { chmodSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { lockDataDir } from '../lib/boot.ts'
import type { StoreConfig } from '../lib/config.ts'
import { diskSpace, releaseBallast } from '../lib/disk-space.ts'
import { StartError } from '../lib/errors.ts'
import { keyInForce } from '../key-check.ts'
import { textOfDamage } from '../modules/ingest/damage.ts'
import { checkJournal } from '../modules/ingest/journal.ts'
import type { Position } from '../modules/ingest/journal.ts'
import type { Secrets } from '../lib/secrets.ts'
import { settingRepo } from '../modules/server-state/repo.ts'
import { askCatalog } from './ask-catalog.ts'
import { checkCatalog } from './catalog.ts'
import { appliedOf, checkFacts } from './facts.ts'
import { note, sound } from './finding.ts'
import type { Finding } from './finding.ts'
import { checkPositions } from './positions.ts'

interface DoctorParts {
  readonly config: Pick<StoreConfig, 'dataDir' | 'catalogUrl' | 'factsUrl'>
  /** Null where SECRET_KEY is not given. */
  readonly secrets: Pick<Secrets, 'keyIds'> | null
  readonly repair: boolean
  readonly now: number
  readonly print: (line: string) => void
}

const MB = 1024 ** 2

/**
 * Gives the exit code: 0 = sound, or made so without a loss; 1 = something is wrong or lost.
 *
 * @throws {StartError} DATA_DIR_MISSING, and DATA_DIR_LOCKED for a repair while a server runs
 */
export async function runDoctor({ config, secrets, repair, now, print }: DoctorParts): Promise<0 | 1> {
  const { dataDir } = config
  if (!existsSync(dataDir))
    throw new StartError(
      'DATA_DIR_MISSING',
      `There is no data folder ${dataDir}; set DATA_DIR or --data-dir to the one of the server.`,
    )
  // A full disk first: nothing could be locked or opened otherwise.
  const isBallastOut = repair && releaseBallast(dataDir)
  const lock = takeLock(dataDir, repair)
  let worst: 0 | 1 = 0
  const report = async (findings: readonly Finding[]) => {
    for (const { part, kind, text, repair: repairOne } of findings) {
      print(`${SIGNS[kind]} ${part.padEnd(9)} ${text}`)
      if (kind === 'sound' || kind === 'note') continue
      if (!repair || repairOne === undefined) {
        worst = 1
        if (repairOne !== undefined) print('            npm run doctor -- --repair puts right what can be.')
        continue
      }
      const { text: done, isWhole } = await repairOne()
      print(`            Repaired: ${done}`)
      if (!isWhole) worst = 1
    }
  }
  try {
    await report([...(await checkDisk(dataDir, isBallastOut)), ...checkLocks(lock === null)])
    await report(await checkKey(config.catalogUrl, secrets))
    await report(checkCatalog(config.catalogUrl, lock === null))
    await report(await checkPositions(config.catalogUrl))
    if (lock === null)
      await report([
        note(
          'facts',
          'A server is running and has the facts; DuckDB compares the sum of every block that it reads. Stop it to ' +
            'look at all of them.',
        ),
      ])
    else {
      const path = config.factsUrl.slice('duckdb:'.length)
      const { findings, applied } = await checkFacts(path, now)
      await report(findings)
      await report(await journalFindings(join(dataDir, 'ingest'), applied ?? (await appliedOf(path))))
    }
    await report(await checkFiles(dataDir, config.catalogUrl, lock !== null))
  } finally {
    lock?.release()
  }
  print(
    worst === 0
      ? 'All is well.'
      : repair
        ? 'Something is lost or still wrong; see above.'
        : 'Something is wrong; see above.',
  )
  return worst
}

const SIGNS = { sound: 'ok   ', note: 'note ', wrong: 'WRONG', lost: 'LOST ' } as const

/** Null while a server runs: then the doctor only reads. */
function takeLock(dataDir: string, repair: boolean): { release(): void } | null {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (repair || !(error instanceof StartError)) throw error
    return null
  }
}

async function checkDisk(dataDir: string, isBallastOut: boolean): Promise<Finding[]> {
  const { freeBytes, enough } = await diskSpace(dataDir)
  return [
    ...(isBallastOut ? [note('disk', 'The ballast was let go, so that something can be deleted.')] : []),
    enough
      ? sound('disk', `${Math.floor(freeBytes / MB)} MB are free.`)
      : {
          part: 'disk',
          kind: 'wrong',
          text: `Only ${Math.floor(freeBytes / MB)} MB are free, so the server stores nothing more. Free some space.`,
        },
  ]
}

function checkLocks(isRunning: boolean): Finding[] {
  if (isRunning) return [note('locks', 'A server is running on this folder; what it has open is only read.')]
  return [sound('locks', 'No server is running on this folder.')]
}

/** Which key sealed the secrets, without reading one. */
async function checkKey(catalogUrl: string, secrets: Pick<Secrets, 'keyIds'> | null): Promise<Finding[]> {
  if (secrets === null)
    return [note('key', 'SECRET_KEY is not given here, so it is not known whether it is the key of these data.')]
  const answer = await askCatalog(catalogUrl, async (db) => [await keyInForce(settingRepo(db))])
  if (answer === 'none') return []
  if (answer === 'unreadable') return [note('key', 'The catalog does not say which key it belongs to.')]
  const [inForce] = answer.rows
  return inForce === undefined || secrets.keyIds.includes(inForce)
    ? [sound('key', 'SECRET_KEY is the key of these data.')]
    : [
        {
          part: 'key',
          kind: 'lost',
          text:
            'SECRET_KEY is not the key of these data: what is sealed in the catalog cannot be read with it. ' +
            'Start with the key of before.',
        },
      ]
}

/**
 * @param applied up to where the facts have it; null = they cannot be read yet, so that it is not known what is missing
 */
async function journalFindings(folder: string, applied: Position | null): Promise<Finding[]> {
  const { files, records, damage } = await checkJournal(folder, applied ?? { segment: 0, place: 0 })
  const found = damage.filter(({ kind }) => kind !== 'torn tail' && (applied !== null || kind !== 'missing'))
  const unknown =
    applied === null && damage.some(({ kind }) => kind === 'missing')
      ? [
          note(
            'journal',
            'Whether the earlier files of the journal had been counted before they went is known once the facts can ' +
              'be read.',
          ),
        ]
      : []
  if (found.length === 0)
    return [sound('journal', `The journal is whole: ${files} files with ${records} messages.`), ...unknown]
  return [...found.map((one): Finding => ({ part: 'journal', kind: 'lost', text: textOfDamage(one) })), ...unknown]
}

/** Folders whose names are numbers of rows in the catalog. */
const BY_ID = ['exports', 'imports'] as const
const LEFT_OVER = /\.sums\.next$|^facts\.duckdb\.new(\.wal)?$/

async function checkFiles(dataDir: string, catalogUrl: string, isAlone: boolean): Promise<Finding[]> {
  const findings: Finding[] = []
  const remove = (path: string, text: string): Finding => ({
    part: 'files',
    kind: 'wrong',
    text,
    repair: async () => {
      rmSync(path, { recursive: true, force: true })
      return { text: `${path} was removed.`, isWhole: true }
    },
  })
  const catalog = catalogUrl.startsWith('sqlite:') ? catalogUrl.slice('sqlite:'.length) : null
  if (catalog !== null && existsSync(catalog) && (statSync(catalog).mode & 0o077) !== 0) {
    findings.push({
      part: 'files',
      kind: 'wrong',
      text: `${catalog} can be read by others than its owner.`,
      repair: async () => {
        chmodSync(catalog, 0o600)
        return { text: 'Only its owner reads it now.', isWhole: true }
      },
    })
  }
  if (isAlone) {
    for (const name of readdirSync(dataDir))
      if (LEFT_OVER.test(name))
        findings.push(remove(join(dataDir, name), `${name} was left over by something that was cut off.`))
    for (const kind of BY_ID) {
      const ids = await idsOf(catalogUrl, kind)
      const names = existsSync(join(dataDir, kind)) ? readdirSync(join(dataDir, kind)) : []
      if (ids !== null)
        for (const name of names)
          if (/^\d+$/.test(name) && !ids.has(Number(name)))
            findings.push(remove(join(dataDir, kind, name), `${kind}/${name} belongs to nothing in the catalog.`))
    }
  }
  return findings.length === 0
    ? [sound('files', 'No file is left over, and the catalog is readable by its owner alone.')]
    : findings
}

/** Null where they cannot be read: then nothing is known to belong to nothing. */
async function idsOf(catalogUrl: string, table: (typeof BY_ID)[number]): Promise<ReadonlySet<number> | null> {
  const answer = await askCatalog(catalogUrl, (db) => db.selectFrom(table).select('id').execute())
  return typeof answer === 'string' ? null : new Set(answer.rows.map(({ id }) => id))
}
