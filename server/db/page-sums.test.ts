/** No bit of the catalog turns unnoticed, and one that has turned is turned back. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { createCatalog } from '../open-catalog.ts'
import type { Catalog } from '../catalog.ts'
import { checkCatalogFile } from './catalog-check.ts'
import { repairPage } from './page-sums.ts'

let folder: string
let path: string
let good: string
const FILES = ['', '-wal', '.sums', '.mark']

/** The files as they are now, into another folder: as after a crash, when the catalog is open. */
function copyTo(target: string): void {
  for (const more of [...FILES, '-shm']) rmSync(`${target}${more}`, { force: true })
  for (const more of FILES) if (existsSync(`${path}${more}`)) copyFileSync(`${path}${more}`, `${target}${more}`)
}
const flip = (file: string, bit: number) => {
  const bytes = readFileSync(file)
  bytes[bit >> 3]! ^= 1 << (bit & 7)
  writeFileSync(file, bytes)
}
const addClients = async (catalog: Catalog, from: number, to: number) => {
  for (let i = from; i < to; i += 1) await catalog.clients.insert(SYSTEM_SCOPE, { name: `Client ${i}`, type: 'basic' })
}
const namesIn = async (file: string) => {
  const catalog = await createCatalog({ catalogUrl: `sqlite:${file}` })
  const names = (await catalog.clients.list(SYSTEM_SCOPE)).map(({ name }) => name)
  await catalog.close()
  return names
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-sums-'))
  path = join(folder, 'catalog.sqlite')
  good = join(folder, 'copy.sqlite')
  const catalog = await createCatalog({ catalogUrl: `sqlite:${path}` })
  await addClients(catalog, 0, 20)
  await catalog.close()
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  copyTo(good)
})

describe('a catalog that was closed', () => {
  test('is what was written, and stays so over starts, writes and folds', async () => {
    expect(checkCatalogFile(path)).toEqual([])
    const catalog = await createCatalog({ catalogUrl: `sqlite:${path}` })
    // More than a log holds: it is folded in between.
    for (let i = 0; i < 700; i += 1) await catalog.settings.set('note', { text: 'x'.repeat(9000), i }, i)
    copyTo(good)
    expect(checkCatalogFile(good)).toEqual([])
    await catalog.close()
    expect(checkCatalogFile(path)).toEqual([])
  })

  test('shows every bit that turned, wherever it is, with the table of its page, and gets it back', () => {
    const bits = readFileSync(good).length * 8
    fc.assert(
      fc.property(fc.nat(bits - 1), (bit) => {
        copyTo(good)
        const before = readFileSync(good)
        flip(good, bit)
        const page = Math.floor(bit / 8 / 4096) + 1
        expect(checkCatalogFile(good)).toMatchObject([
          { kind: 'page', number: page, text: expect.stringContaining(`Page ${page} of the catalog`) },
        ])
        expect(repairPage(good, page)).toBe(true)
        expect(readFileSync(good).equals(before)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  test('that is shorter, whose sums turned, or of which more than a bit turned, is no good catalog, and is not guessed at', () => {
    flip(`${good}.sums`, 1234)
    expect(checkCatalogFile(good)).toMatchObject([{ kind: 'sums' }])
    copyTo(good)
    writeFileSync(good, readFileSync(good).subarray(0, -4096))
    expect(checkCatalogFile(good)).toMatchObject([{ kind: 'length' }])
    copyTo(good)
    flip(good, 5000 * 8)
    flip(good, 5001 * 8)
    expect(checkCatalogFile(good)).toMatchObject([{ kind: 'page', number: 2 }])
    const damaged = readFileSync(good)
    expect(repairPage(good, 2)).toBe(false)
    expect(readFileSync(good).equals(damaged)).toBe(true)
  })
})

describe('a catalog whose process was killed', () => {
  let catalog: Catalog
  beforeAll(async () => {
    catalog = await createCatalog({ catalogUrl: `sqlite:${path}` })
    await addClients(catalog, 20, 40)
  })
  afterAll(() => catalog.close())

  test('is whole, and has all that was acknowledged', async () => {
    expect(checkCatalogFile(good)).toEqual([])
    expect(await namesIn(good)).toHaveLength(40)
  })

  test('no bit of its log turns unnoticed where that would lose what was acknowledged, the last commit too', () => {
    const bits = readFileSync(`${good}-wal`).length * 8
    fc.assert(
      fc.property(fc.nat(bits - 1), (bit) => {
        copyTo(good)
        flip(`${good}-wal`, bit)
        expect(checkCatalogFile(good)).toMatchObject([{ kind: 'log' }])
      }),
      { numRuns: 60 },
    )
  })

  test('a log that was cut or is gone is noticed, and what was being written when the process ended is no damage', async () => {
    writeFileSync(`${good}-wal`, readFileSync(`${good}-wal`).subarray(0, -4120))
    expect(checkCatalogFile(good)).toMatchObject([{ kind: 'log' }])
    rmSync(`${good}-wal`)
    expect(checkCatalogFile(good)).toMatchObject([{ kind: 'log' }])
    copyTo(good)
    writeFileSync(`${good}-wal`, Buffer.concat([readFileSync(`${good}-wal`), Buffer.alloc(3000, 7)]))
    expect(checkCatalogFile(good)).toEqual([])
  })
})
