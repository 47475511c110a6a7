import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claim } from './claim.ts'
import { startPulse } from './db/pulse.ts'
import { RESTORING } from './lib/boot.ts'
import { testDialects } from './testing/postgres.ts'

const { dialects, stop } = await testDialects()
const postgres = dialects.find(({ name }) => name === 'PostgreSQL')
afterAll(stop)

let folder: string
const children: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-claim-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const own = (name = 'one') => ({
  dataDir: join(folder, name),
  catalogUrl: `sqlite:${join(folder, name, 'catalog.sqlite')}`,
})

/** Says on standard output each file of the product that a process reads. */
const READS = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) {
    const [, file] = /\\/(server\\/.*)$/.exec(url) ?? []
    if (file !== undefined) process.stdout.write(file + '\\n')
    return next(url, context)
  } })`)}`

/** A second server as a process of its own: what it said when it ended, and the code it had read by then. */
async function second({ dataDir, catalogUrl }: ReturnType<typeof own>) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', READS, join(import.meta.dirname, 'serve.ts')],
    {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        CATALOG_URL: catalogUrl,
        PORT: '0',
        SECRET_KEY: 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  children.push(child)
  const [files, said] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { said, code: child.exitCode, files: files.trim().split('\n') }
}

describe('a second server is refused before it reads what serves', () => {
  test('on the directory of the first', async () => {
    const first = await claim(own(), 0)
    const { said, files } = await second(own())
    expect(said).toBe(
      `DATA_DIR_LOCKED: ${own().dataDir} is in use by process ${process.pid}; stop it first, or set DATA_DIR to ` +
        `another directory.\n`,
    )
    expect(files).toContain('server/claim.ts')
    expect(files).not.toContain('server/start.ts')
    first.release()
  })

  test('on the catalog of the first, in a file', async () => {
    const first = await claim(own(), 0)
    const { said, files } = await second({ ...own('two'), catalogUrl: own().catalogUrl })
    expect(said).toMatch(
      /^CATALOG_LOCKED: The catalog at sqlite:.* is in use by another server \(process \d+\); stop it/,
    )
    expect(files).not.toContain('server/start.ts')
    first.release()
  })

  test.skipIf(postgres === undefined)('on the catalog of the first, in PostgreSQL', async () => {
    const catalogUrl = await postgres!.url()
    const first = await startPulse({ connectionString: catalogUrl, address: 'there' })
    const { said, files } = await second({ ...own('two'), catalogUrl })
    expect(said).toMatch(
      new RegExp(`^CATALOG_LOCKED: The catalog at postgres://.* by another server \\(aforo process ${process.pid} on `),
    )
    expect(said).not.toMatch(/postgres:\/\/[^/]*@/)
    expect(files).not.toContain('server/start.ts')
    await first.close()
  })
})

describe('what is refused has taken nothing', () => {
  test('the directory of who may not have the catalog is free', async () => {
    const first = await claim(own(), 0)
    const other = { ...own('two'), catalogUrl: own().catalogUrl }
    await expect(claim(other, 0)).rejects.toMatchObject({ code: 'CATALOG_LOCKED' })
    const free = await claim(own('two'), 0)
    free.release()
    first.release()
    ;(await claim(other, 0)).release()
  })

  test('a directory with a part of a backup is free for the next restore, and gets no catalog', async () => {
    const { dataDir } = own()
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, RESTORING), '')
    await expect(claim(own(), 0)).rejects.toMatchObject({ code: 'RESTORE_UNFINISHED' })
    expect(readdirSync(dataDir).filter((name) => name.startsWith('catalog'))).toEqual([])
    rmSync(join(dataDir, RESTORING))
    ;(await claim(own(), 0)).release()
    expect(existsSync(join(dataDir, 'aforo.pid'))).toBe(false)
  })
})
