/**
 * `npm run new:language -- fr "Français"`: a language that can be chosen at once, with English words everywhere. Then
 * translate: the tests name every file that still says what English says (docs/add-a-language.md).
 */
import { copyFile, glob, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { LANGUAGES } from '../src/domain/languages.ts'

const root = resolve(import.meta.dirname, '..')
/** The list of the contract, and the schemas that name each language. */
const SCHEMAS = [
  'schemas/entities/language.schema.json',
  'schemas/api/dashboards-query.schema.json',
  'schemas/api/holiday-query.schema.json',
]

async function change(file: string, by: (text: string) => string): Promise<void> {
  const path = join(root, file)
  const before = await readFile(path, 'utf8')
  const after = by(before)
  if (after === before) throw new Error(`${file} has no place for another language.`)
  await writeFile(path, after)
}

/** Files of the language that is last among ours are what another one needs. */
async function copyFiles(code: string): Promise<number> {
  let files = 0
  for (const pattern of ['{src,widgets,server}/**/en.json', '{src,widgets}/**/{dashboards-,}en.ts'])
    for await (const file of glob(pattern, {
      cwd: root,
      exclude: (name) => name === 'node_modules' || name === 'generated',
    })) {
      const copy = join(root, dirname(file), file.slice(dirname(file).length + 1).replace(/en(\.\w+)$/, `${code}$1`))
      await copyFile(join(root, file), copy)
      if (copy.endsWith('.ts'))
        await writeFile(copy, (await readFile(copy, 'utf8')).replaceAll('/en.json', `/${code}.json`))
      files += 1
    }
  for await (const file of glob('src/features/admin/*/texts.json', { cwd: root }))
    await change(file, (text) => {
      const texts = JSON.parse(text) as Record<string, unknown>
      return `${JSON.stringify({ ...texts, [code]: texts['en'] }, null, 2)}\n`
    })
  return files
}

async function main(): Promise<number> {
  const [code = '', name = ''] = process.argv.slice(2)
  if (!/^[a-z]{2}$/.test(code) || name.trim() === '') {
    process.stderr.write('Say its code of two letters and its own name: npm run new:language -- fr "Français"\n')
    return 1
  }
  if ((LANGUAGES as readonly string[]).includes(code)) {
    process.stderr.write(`LANGUAGE_TAKEN: ${code} is a language of the product already.\n`)
    return 1
  }
  const last = LANGUAGES.at(-1) ?? ''
  await change('src/domain/languages.ts', (text) =>
    text
      .replace(`'${last}'] as const`, `'${last}', '${code}'] as const`)
      .replace(/(\n {2}\w+: '[^']+',\n)\}/, `$1  ${code}: '${name.trim()}',\n}`),
  )
  for (const file of SCHEMAS)
    await change(file, (text) => text.replace(new RegExp(`("${last}")(\\s*\\])`), `$1, "${code}"$2`))
  await change('schemas/layout.schema.json', (text) =>
    text.replace(
      `"${last}": { "$ref": "#/definitions/texts" }`,
      `"${last}": { "$ref": "#/definitions/texts" },\n        "${code}": { "$ref": "#/definitions/texts" }`,
    ),
  )
  const files = await copyFiles(code)
  process.stdout.write(`${files} files with English words. Now: npm run prepare, then docs/add-a-language.md.\n`)
  return 0
}

process.exitCode = await main()
