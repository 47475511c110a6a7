/**
 * `npm run new:noun -- contracts contract "Contracts"`: a noun of the administration that works at once: table, six
 * calls, audit log, authorization, list, form, six languages, a story and tests. It has a name, a client and a comment;
 * then change its columns and words (docs/write-a-noun.md).
 */
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { LANGUAGES } from '../src/domain/languages.ts'
import type { Language } from '../src/domain/languages.ts'

const root = resolve(import.meta.dirname, '..')

type Words = (title: string) => Record<string, string>

/** Words that are right for any noun; the author makes them better. */
const WORDS: Partial<Record<Language, Words>> & Readonly<Record<'en', Words>> = {
  es: (title) => ({
    note: 'Lo que hay, por nombre.',
    newTitle: `${title}: añadir`,
    add: 'Añadir',
    none: 'Todavía no hay nada',
    noneText: 'Lo que añada aparece aquí.',
    removeQuestion: 'Se eliminará {{name}}.',
    comment: 'Comentario',
    client: 'Cliente',
    'does.create': `${title}: añadido`,
    'does.change': `${title}: cambiado`,
    'does.remove': `${title}: eliminado`,
    'does.restore': `${title}: restaurado`,
  }),
  en: (title) => ({
    note: 'What there is, by name.',
    newTitle: `${title}: add`,
    add: 'Add',
    none: 'Nothing yet',
    noneText: 'What you add appears here.',
    removeQuestion: '{{name}} will be deleted.',
    comment: 'Comment',
    client: 'Client',
    'does.create': `${title}: added`,
    'does.change': `${title}: changed`,
    'does.remove': `${title}: deleted`,
    'does.restore': `${title}: restored`,
  }),
  pt: (title) => ({
    note: 'O que existe, por nome.',
    newTitle: `${title}: adicionar`,
    add: 'Adicionar',
    none: 'Ainda não há nada',
    noneText: 'O que adicionar aparece aqui.',
    removeQuestion: '{{name}} será eliminado.',
    comment: 'Comentário',
    client: 'Cliente',
    'does.create': `${title}: adicionado`,
    'does.change': `${title}: alterado`,
    'does.remove': `${title}: eliminado`,
    'does.restore': `${title}: restaurado`,
  }),
  cs: (title) => ({
    note: 'Co tu je, podle názvu.',
    newTitle: `${title}: přidat`,
    add: 'Přidat',
    none: 'Zatím nic',
    noneText: 'Co přidáte, objeví se zde.',
    removeQuestion: '{{name}} bude smazáno.',
    comment: 'Komentář',
    client: 'Klient',
    'does.create': `${title}: přidáno`,
    'does.change': `${title}: změněno`,
    'does.remove': `${title}: smazáno`,
    'does.restore': `${title}: obnoveno`,
  }),
  ca: (title) => ({
    note: 'El que hi ha, per nom.',
    newTitle: `${title}: afegir`,
    add: 'Afegeix',
    none: 'Encara no hi ha res',
    noneText: 'El que afegeixis apareix aquí.',
    removeQuestion: 'S’eliminarà {{name}}.',
    comment: 'Comentari',
    client: 'Client',
    'does.create': `${title}: afegit`,
    'does.change': `${title}: canviat`,
    'does.remove': `${title}: eliminat`,
    'does.restore': `${title}: restaurat`,
  }),
  it: (title) => ({
    note: 'Che cosa c’è, per nome.',
    newTitle: `${title}: aggiungere`,
    add: 'Aggiungi',
    none: 'Ancora niente',
    noneText: 'Ciò che aggiungi appare qui.',
    removeQuestion: '{{name}} verrà eliminato.',
    comment: 'Commento',
    client: 'Cliente',
    'does.create': `${title}: aggiunto`,
    'does.change': `${title}: modificato`,
    'does.remove': `${title}: eliminato`,
    'does.restore': `${title}: ripristinato`,
  }),
}

/** The label of the name in the history of an entry. */
const NAMES: Partial<Record<Language, string>> = {
  es: 'Nombre',
  pt: 'Nome',
  cs: 'Název',
  ca: 'Nom',
  it: 'Nome',
}

const camel = (name: string) => name.replace(/-([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
const pascal = (name: string) => camel(`-${name}`)
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** The number after the last one of the catalog's history. */
async function nextStep(): Promise<string> {
  const files = (await readdir(join(root, 'server'), { recursive: true })).filter((file) =>
    /(modules\/[^/]+\/index|db\/migrate)\.ts$/.test(file.replaceAll('\\', '/')),
  )
  const texts = await Promise.all(files.map((file) => readFile(join(root, 'server', file), 'utf8')))
  const numbers = texts.flatMap((text) => [...text.matchAll(/'(\d{4})-[a-z-]+'/g)].map(([, number]) => Number(number)))
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

const PROPERTIES = {
  name: { type: 'string', minLength: 3, maxLength: 120, pattern: '\\S[\\s\\S]+\\S' },
  client: { type: 'integer', minimum: 1, maximum: 2147483647 },
  comment: { type: 'string', maxLength: 1000, pattern: '^[^\\u0000]*$' },
}
const MOMENT = { type: 'integer', minimum: 0, maximum: 8640000000000000, description: 'Epoch ms.' }
const ID = { type: 'integer', minimum: 1, maximum: 2147483647 }

/** A noun in every form in which it is written. */
interface Noun {
  readonly name: string
  readonly noun: string
  readonly title: string
  /** The number of its step in the catalog's history. */
  readonly step: string
  readonly Entity: string
  readonly variable: string
  readonly table: string
}

const schema = (rest: object) => ({ $schema: 'http://json-schema.org/draft-07/schema#', ...rest })

/** The contract: what there is, and what is sent to change it. */
const schemasOf = ({ noun, title, Entity }: Noun): Record<string, string> => ({
  [`schemas/entities/${noun}.schema.json`]: json(
    schema({
      title: Entity,
      description: `${title}: one of them.`,
      type: 'object',
      additionalProperties: false,
      required: ['id', 'name', 'client', 'comment', 'createdAt', 'updatedAt'],
      properties: { id: ID, ...PROPERTIES, createdAt: MOMENT, updatedAt: MOMENT },
    }),
  ),
  [`schemas/api/${noun}-draft.schema.json`]: json(
    schema({
      title: `${Entity}Draft`,
      description: `${title}: one to add, or what one is to be.`,
      type: 'object',
      additionalProperties: false,
      required: ['name', 'client'],
      properties: {
        ...PROPERTIES,
        updatedAt: {
          ...MOMENT,
          description: 'Of the entry as it was read: a change that was made by another person meanwhile is not undone.',
        },
      },
    }),
  ),
})

/** Its table, calls and tests. */
const serverFilesOf = ({ name, noun, title, step, Entity, variable, table }: Noun): Record<string, string> => ({
  [`server/modules/${name}/index.ts`]: `/** ${title}. */
import type { ${Entity}Draft } from '#schemas/generated/api/${noun}-draft.ts'
import type { ${Entity} } from '#schemas/generated/entities/${noun}.ts'
import { entryTable, owned, required } from '../../db/migrations/columns.ts'
import { resourceModule } from '../../resource/description.ts'

export const ${variable} = resourceModule<${Entity}, ${Entity}Draft>({
  name: '${name}',
  noun: '${camel(noun)}',
  table: '${table}',
  schema: '${noun}',
  tag: '${title}',
  changes: 'admin',
  columns: { name: 'text', client: 'client', comment: 'text' },
  defaults: { name: '', client: 0, comment: '' },
  label: ({ name }) => name,
  example: (unique, client) => ({ name: \`${title} \${unique}\`, client, comment: 'An example.' }),
  steps: {
    '${step}-${name}': async (db, dialect) => {
      await entryTable(db, dialect)('${table}')
        .addColumn('name', 'text', required)
        .addColumn('client_id', 'integer', owned('clients.id'))
        .addColumn('comment', 'text', required)
        .addUniqueConstraint('${table}_name', ['client_id', 'name'])
        .execute()
    },
  },
})
`,
  [`server/modules/${name}/routes.test.ts`]: `import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nounFacts } from '../../resource/testing.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

describe('as every noun', () => {
  nounFacts('${name}')
})

describe('besides', () => {
  let f: Fixture
  let admin: Send
  beforeAll(async () => {
    f = await fixture()
    admin = sender(f, await f.signIn('admin'))
  })
  afterAll(() => f.close())

  test('a name is there once a client, and twice for two clients', async () => {
    const send = (client: number) => admin('POST', '/${name}', { name: 'Twice', client })
    expect((await send(f.ids.uno)).status).toBe(201)
    expect(await send(f.ids.uno)).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } })
    expect((await send(f.ids.dos)).status).toBe(201)
  })
})
`,
})

/** Its list, form and texts. */
const pageFilesOf = ({ name, noun, title, Entity, variable }: Noun): Record<string, string> => ({
  [`src/features/admin/${name}/index.ts`]: `import type { Noun } from '../noun.ts'

export const ${variable}: Noun = {
  name: '${name}',
  noun: '${camel(noun)}',
  icon: 'admin',
  group: 'sell',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
`,
  [`src/features/admin/${name}/pages.tsx`]: `/** ${title}: what their list shows and what their form asks. */
import type { ${Entity}Draft } from '#schemas/generated/api/${noun}-draft.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { ${Entity} } from '#schemas/generated/entities/${noun}.ts'
import { atMost, EntitySelector, FieldRow, FormSection, mandatory, nameRules, TextField, useUi } from '#ui'
import { TableIcon } from '#ui/icons/index.tsx'
import { clientItems } from '../client-items.ts'
import { changedColumn, resourcePages } from '../resource/pages.tsx'
import type { FieldsProps } from '../resource/resource.ts'
import { useClients } from '../use-admin-data.ts'

interface Values {
  readonly name: string
  readonly client: number | null
  readonly comment: string
}

function Fields({ form, lists }: FieldsProps<Values, readonly Client[]>) {
  const { t } = useUi()
  return (
    <FormSection title={t('noun-${name}:one')}>
      <TextField label={t('admin:name')} isRequired maxLength={120} {...form.field('name')} />
      <EntitySelector
        label={t('noun-${name}:client')}
        isRequired
        items={clientItems(lists)}
        {...form.field('client')}
      />
      <FieldRow>
        <TextField label={t('noun-${name}:comment')} rows={2} {...form.field('comment')} />
      </FieldRow>
    </FormSection>
  )
}

export default resourcePages<${Entity}, ${Entity}Draft, Values, readonly Client[]>({
  name: '${name}',
  words: 'noun-${name}:',
  icon: TableIcon,
  collection: (api) => api.entries('${name}'),
  label: ({ name }) => name,
  columns: (t, clients) => [
    { attr: 'name', label: t('admin:name') },
    {
      attr: 'client',
      label: t('noun-${name}:client'),
      value: ({ client }) => clients?.find(({ id }) => id === client)?.name ?? String(client),
    },
    { attr: 'comment', label: t('noun-${name}:comment') },
    changedColumn(t),
  ],
  useLists: useClients,
  initial: { name: '', client: null, comment: '' },
  valuesOf: ({ name, client, comment }) => ({ name, client, comment }),
  draftOf: ({ name, client, comment }) => ({ name: name.trim(), client: client ?? 0, comment: comment.trim() }),
  rules: () => ({ name: [...nameRules, atMost(120)], client: mandatory, comment: atMost(1000) }),
  Fields,
  places: () => ({ NAME_TAKEN: 'name', CLIENT_NOT_FOUND: 'client' }),
})
`,
  [`src/features/admin/${name}/texts.json`]: json(
    Object.fromEntries(
      LANGUAGES.map((language) => {
        const words = (WORDS[language] ?? WORDS.en)(title)
        const { client = '', comment = '' } = words
        const fields = { 'field.name': NAMES[language] ?? 'Name', 'field.client': client, 'field.comment': comment }
        return [language, { title, one: title, ...words, ...fields }]
      }),
    ),
  ),
})

const storiesOf = ({ name, noun, title, Entity }: Noun): Record<string, string> => ({
  [`src/features/admin/${name}/${name}.stories.tsx`]: `import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ${Entity} } from '#schemas/generated/entities/${noun}.ts'
import { plainNounStories } from '../test-support/plain-noun-stories.tsx'
import pages from './pages.tsx'

const meta = { title: 'Admin/${title}', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const MADE = { createdAt: Date.UTC(2026, 10, 2), updatedAt: Date.UTC(2026, 10, 20, 9, 30) }
const rows: readonly ${Entity}[] = [
  { id: 1, name: 'Norte', client: 1, comment: '', ...MADE },
  { id: 2, name: 'Sur', client: 2, comment: 'Segunda fase', ...MADE },
]
const { list, empty, loading, failed, add, edit, columns, undo, removed } = plainNounStories(pages, rows, '${name}')

export const List: Story = list
export const Empty: Story = empty
export const Loading: Story = loading
export const Failed: Story = failed
export const Add: Story = add
export const Edit: Story = edit
export const Columns: Story = columns
export const Undo: Story = undo
export const Removed: Story = removed
`,
})

function filesOf(name: string, noun: string, title: string, step: string): Record<string, string> {
  const [Entity, variable] = [pascal(noun), camel(name)]
  const table = variable.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const all: Noun = { name, noun, title, step, Entity, variable, table }
  return { ...schemasOf(all), ...serverFilesOf(all), ...pageFilesOf(all), ...storiesOf(all) }
}

/** Adds a line to a list of modules, in the order of the alphabet among the imports, at the end of the list. */
async function addTo(file: string, variable: string, from: string): Promise<void> {
  const path = join(root, file)
  const text = await readFile(path, 'utf8')
  const line = `import { ${variable} } from '${from}'\n`
  const imports = [...text.matchAll(/^import \{ [A-Za-z]+ \} from '\.\/.*\n/gm)].map(([found]) => found)
  const before = imports.find((found) => found > line)
  const last = imports.at(-1) ?? [...text.matchAll(/^import .*\n/gm)].at(-1)?.[0] ?? ''
  const withImport = before === undefined ? text.replace(last, last + line) : text.replace(before, line + before)
  await writeFile(
    path,
    withImport.replace(/(\[)([^[\]]*)\](\n*)$/, (_match, open: string, rest: string, end: string) => {
      const before = rest.trim() === '' ? '\n' : `${rest.trimEnd().replace(/,?$/, ',')}\n`
      return `${open}${before}  ${variable},\n]${end}`
    }),
  )
}

/** `--word contracts begin es=Comienza en=Begins …`: one more text, in every language. */
async function addWord([name = '', key = '', ...words]: readonly string[]): Promise<number> {
  const path = join(root, 'src/features/admin', name, 'texts.json')
  const texts = JSON.parse(await readFile(path, 'utf8')) as Record<Language, Record<string, string>>
  const said = new Map(words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]))
  const missing = LANGUAGES.filter((language) => (said.get(language) ?? '') === '')
  if (missing.length > 0) {
    process.stderr.write(`Say the word in every language; missing: ${missing.join(', ')}.\n`)
    return 1
  }
  for (const language of LANGUAGES) {
    texts[language][key] = said.get(language) ?? ''
    // The word of a field is also what the history of an entry calls it.
    if (!key.includes('.')) texts[language][`field.${key}`] ??= said.get(language) ?? ''
  }
  await writeFile(path, json(texts))
  return 0
}

async function main(): Promise<number> {
  if (process.argv[2] === '--word') return addWord(process.argv.slice(3))
  const [name = '', noun = '', title = ''] = process.argv.slice(2)
  const isKebab = (word: string) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(word)
  if (!isKebab(name) || !isKebab(noun) || name === noun || title.trim() === '') {
    process.stderr.write(
      'Say its folder in the plural, its singular and its title: npm run new:noun -- contracts contract "Contracts"\n',
    )
    return 1
  }
  const taken = [`server/modules/${name}`, `src/features/admin/${name}`]
  for (const folder of taken)
    if ((await readdir(join(root, folder)).catch(() => null)) !== null) {
      process.stderr.write(`NOUN_TAKEN: ${folder} is there already; choose another name.\n`)
      return 1
    }
  const files = filesOf(name, noun, title.trim(), await nextStep())
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  await addTo('server/modules/index.ts', camel(name), `./${name}/index.ts`)
  await addTo('src/features/admin/nouns.ts', camel(name), `./${name}/index.ts`)
  const written = [...Object.keys(files), 'server/modules/index.ts', 'src/features/admin/nouns.ts']
  execFileSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), ...written], { cwd: root })
  process.stdout.write(
    `${[...Object.keys(files), 'server/modules/index.ts', 'src/features/admin/nouns.ts'].join('\n')}\n`,
  )
  process.stdout.write('Now: npm run prepare, then its columns, words and rules (docs/write-a-noun.md).\n')
  return 0
}

process.exitCode = await main()
