/** From the files that people have to files of separated values. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serialOf, workbookOf, zipOf } from '../../uploads/testing.ts'
import { textFiles, type FilesOptions } from './files.ts'

let root: string
let parquet: Buffer
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'aforo-files-test-'))
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(
    `COPY (SELECT TIMESTAMP '2025-09-07 10:00:00' AS ts, DATE '2025-09-07' AS day, 'a, "b"' AS name, 4 AS n, NULL ` +
      `AS x) TO '${join(root, 'made')}' (FORMAT parquet)`,
  )
  connection.closeSync()
  instance.closeSync()
  parquet = readFileSync(join(root, 'made'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

let jobs = 0
/** Names and data, in their order. */
async function read(files: readonly (readonly [string, string | Buffer])[], options: Partial<FilesOptions> = {}) {
  const folder = join(root, `job-${(jobs += 1)}`)
  mkdirSync(folder)
  const paths = files.map(([name, data], i) => {
    const path = join(folder, `in-${i}`)
    writeFileSync(path, data)
    return { path, name }
  })
  const found = await textFiles(paths, { folder, ...options })
  return {
    folder,
    files: found.map(({ name, kind, sheets, sheet }) => [name, kind, sheets.join('+'), sheet]),
    texts: found.map(({ path }) => readFileSync(path, 'utf8')),
    found,
  }
}
const refusal = (...args: Parameters<typeof read>) =>
  read(...args).then(
    () => 'taken',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  )
const CSV = 'ts,n\n2025-09-07T10:00,4\n'
const HEAD = ['Fecha', 'n']
const sheet = (name: string, ...rows: (readonly (string | number | null)[])[]) => ({ name, rows })

describe('is read', () => {
  test('a text as it is, packed or not', async () => {
    const { files, found } = await read([
      ['a.csv', CSV],
      ['b.gz', gzipSync(CSV)],
    ])
    expect(files).toEqual([
      ['a.csv', 'csv', '', null],
      ['b.gz', 'csv', '', null],
    ])
    expect(found[0]!.path.endsWith('/in-0')).toBe(true)
  })

  test('each file of an archive, by its own name, without what systems add', async () => {
    const { files, texts, folder } = await read([
      ['first.csv', CSV],
      [
        'all.zip',
        zipOf([
          { name: 'folder/', data: '' },
          { name: 'folder/a.csv', data: 'a,b\n' },
          { name: '.hidden', data: 'x' },
          { name: 'folder/.DS_Store', data: 'x' },
          { name: '__MACOSX/folder/a.csv', data: 'x' },
          { name: 'Thumbs.db', data: 'x' },
          { name: 'my.csv', data: 'c,d\n' },
          { name: 'Thumbs.db.csv', data: 'e,f\n' },
        ]),
      ],
      ['last.csv', CSV],
    ])
    expect(files.map(([name]) => name)).toEqual([
      'first.csv',
      'all.zip/a.csv',
      'all.zip/my.csv',
      'all.zip/Thumbs.db.csv',
      'last.csv',
    ])
    expect(texts).toEqual([CSV, 'a,b\n', 'c,d\n', 'e,f\n', CSV])
    const made = readdirSync(folder).filter((name) => name.startsWith('unpacked-'))
    expect([made.length, statSync(join(folder, made[0]!)).mode & 0o777]).toEqual([3, 0o600])
    const [[name]] = (await read([['z'.repeat(150), zipOf([{ name: 'y'.repeat(100), data: CSV }])]])).files as [
      [string],
    ]
    expect(name).toBe(`${'z'.repeat(99)}/${'y'.repeat(100)}`)
  })

  test('a workbook, alone or in an archive: its first sheet with a table, or the chosen one', async () => {
    const book = workbookOf([
      sheet('Portada', ['Título']),
      sheet('Uno', HEAD, [serialOf('2025-09-07'), 4]),
      sheet(' Dos ', HEAD, [serialOf('2025-09-08'), 5]),
    ])
    expect(await read([['a.xlsx', book]])).toMatchObject({
      files: [['a.xlsx', 'xlsx', 'Portada+Uno+ Dos ', 'Uno']],
      texts: ['Fecha,n\n2025-09-07,4\n'],
    })
    expect(await read([['a.zip', zipOf([{ name: 'x/b.xlsx', data: book }])]], { sheet: 'dos ' })).toMatchObject({
      files: [['a.zip/b.xlsx', 'xlsx', 'Portada+Uno+ Dos ', ' Dos ']],
      texts: ['Fecha,n\n2025-09-08,5\n'],
    })
    const said = await read([['a.xlsx', workbookOf([sheet('x', ['wann', 'n'], [serialOf('2025-09-07'), 4])])]], {
      dates: ['wann'],
    })
    expect(said.texts).toEqual(['wann,n\n2025-09-07,4\n'])
  })

  test('a Parquet file, with its times as they are written', async () => {
    expect(
      await read([
        ['a.parquet', parquet],
        ['b.zip', zipOf([{ name: 'c.parquet', data: parquet }])],
      ]),
    ).toMatchObject({
      files: [
        ['a.parquet', 'parquet', '', null],
        ['b.zip/c.parquet', 'parquet', '', null],
      ],
      texts: Array(2).fill('ts,day,name,n,x\n2025-09-07T10:00:00,2025-09-07,"a, ""b""",4,\n'),
    })
  })
})

describe('is refused', () => {
  const archive = (n: number) => zipOf(Array.from({ length: n }, (_, i) => ({ name: `${i}.csv`, data: CSV })))

  test.each<[string, readonly (readonly [string, string | Buffer])[], string]>([
    [
      'an archive without files',
      [['a.zip', zipOf([{ name: 'x/', data: '' }])]],
      'FILE_EMPTY: a.zip is an archive without files.',
    ],
    [
      'an archive in an archive',
      [['a.zip', zipOf([{ name: 'x/in.zip', data: zipOf([{ name: 'a', data: 'b' }]) }])]],
      'FILE_NOT_TEXT: a.zip has an archive inside (x/in.zip); unpack that one first.',
    ],
    [
      'an archive with a password',
      [['a.zip', zipOf([{ name: 'a.csv', data: CSV, lie: { flags: 1 } }])]],
      'FILE_NOT_TEXT: a.zip has a password; save it without one.',
    ],
    [
      'what unpacks to more than a thousand times its size',
      [['a.zip', zipOf([{ name: 'a.csv', data: Buffer.alloc(12_000_000) }])]],
      'FILE_TOO_LARGE: a.csv of a.zip unpacks to more than 1000 times its size; no file of counts does.',
    ],
    [
      'a damaged workbook',
      [['a.xlsx', zipOf([{ name: 'xl/workbook.xml', data: '<x/>' }])]],
      'FILE_NOT_TEXT: a.xlsx: The file is damaged: the part xl/_rels/workbook.xml.rels is not there. Save it again ' +
        'and send it once more.',
    ],
    [
      'a workbook without a table',
      [['a.xlsx', workbookOf([sheet('Uno', ['x']), sheet('Dos')])]],
      'FILE_EMPTY: a.xlsx has no rows in Uno, Dos; a header and at least one row were expected.',
    ],
  ])('%s', async (_, files, words) => {
    expect(await refusal(files)).toBe(words)
  })

  test('more than a hundred files, those in archives counted', async () => {
    expect(
      (
        await read([
          ['a.csv', CSV],
          ['a.zip', archive(99)],
        ])
      ).files.length,
    ).toBe(100)
    expect(
      await refusal([
        ['a.csv', CSV],
        ['a.zip', archive(100)],
      ]),
    ).toBe('FILE_TOO_LARGE: a.zip has 100 files; at most 100 are read at once. Split it.')
    const parts = zipOf(Array.from({ length: 1002 }, (_, i) => ({ name: `.${i}`, data: '' })))
    expect(await refusal([['a.zip', parts]])).toBe('FILE_TOO_LARGE: a.zip has more than 1000 parts.')
  })

  test('a sheet that there is not, with those that there are', async () => {
    const book = workbookOf([sheet('Uno', HEAD, [1, 2]), sheet('Dos', HEAD, [1, 2])])
    expect(await refusal([['a.xlsx', book]], { sheet: 'Tres' })).toBe(
      'FILE_SHEET_MISSING: a.xlsx has the sheets Uno, Dos; "Tres" was expected.',
    )
    expect(await refusal([['a.xlsx', workbookOf([])]])).toBe(
      'FILE_SHEET_MISSING: a.xlsx has the sheets none; "one" was expected.',
    )
    expect(await refusal([['a.xlsx', workbookOf([sheet('Uno', HEAD)])]], { sheet: 'uno' })).toBe(
      'FILE_EMPTY: a.xlsx has no rows in Uno; a header and at least one row were expected.',
    )
  })

  test('what is damaged, or not there', async () => {
    const whole = zipOf([{ name: 'a.csv', data: CSV.repeat(100) }])
    expect(await refusal([['a.zip', whole.subarray(0, 60)]])).toMatch(
      /^FILE_NOT_TEXT: a\.zip is a damaged archive: .+\.$/,
    )
    expect(await refusal([['a.zip', zipOf([{ name: 'a.csv', data: CSV, lie: { size: 7 } }])]])).toMatch(
      /^FILE_NOT_TEXT: a\.zip is a damaged archive: /,
    )
    expect(await refusal([['a.parquet', 'PAR1 and so on PAR1']])).toMatch(
      /^FILE_NOT_TEXT: a\.parquet is a Parquet file that cannot be read: [^\n]{5,200}$/,
    )
    await expect(textFiles([{ path: join(root, 'none'), name: 'none.csv' }], { folder: root })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: 'none.csv could not be read.',
    })
    await expect(textFiles([{ path: root, name: 'folder' }], { folder: root })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: 'folder is no file.',
    })
    expect(existsSync(root)).toBe(true)
  })

  test('with its name and what is inside, in no language', async () => {
    const inner = zipOf([{ name: 'in.zip', data: zipOf([{ name: 'a', data: 'b' }]) }])
    await expect(read([['a.zip', inner]])).rejects.toMatchObject({ lines: ['a.zip: in.zip'] })
    await expect(read([['a.zip', zipOf([{ name: 'a.csv', data: CSV, lie: { flags: 1 } }])]])).rejects.toMatchObject({
      lines: ['a.zip'],
    })
    await expect(read([['a.zip', zipOf([{ name: 'a', data: CSV }]).subarray(0, 40)]])).rejects.toMatchObject({
      lines: ['a.zip'],
    })
    await expect(read([['a.xlsx', zipOf([{ name: 'xl/workbook.xml', data: '<x/>' }])]])).rejects.toMatchObject({
      lines: ['a.xlsx'],
    })
    await expect(read([['a.parquet', 'PAR1PAR1PAR1']])).rejects.toMatchObject({ lines: ['a.parquet'] })
  })
})

test.runIf(existsSync('/proc/self/fd'))('an archive is let go of, whether its files were read or refused', async () => {
  const open = () => readdirSync('/proc/self/fd').length
  const book = workbookOf([sheet('Uno', HEAD, [1, 2])])
  const [inner, locked] = [
    zipOf([{ name: 'in.zip', data: zipOf([{ name: 'a', data: 'b' }]) }]),
    zipOf([{ name: 'a.csv', data: CSV, lie: { flags: 1 } }]),
  ]
  await read([['a.zip', zipOf([{ name: 'b.xlsx', data: book }])]])
  const before = open()
  for (let i = 0; i < 5; i += 1) {
    await read([
      ['a.zip', zipOf([{ name: 'b.xlsx', data: book }])],
      ['b.xlsx', book],
    ])
    await refusal([['a.zip', inner]])
    await refusal([['a.zip', locked]])
  }
  expect(open() - before).toBeLessThan(5)
})
